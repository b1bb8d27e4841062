"""The tables of the papers as LaTeX: they compile with Debian's pdflatex, if it can be installed, and name their
twins."""

import re
import shutil
import subprocess

import debian
from laboratory import LIMIT, REPOSITORY, demand


def papers():
    """Returns the experiments that need no data."""
    makefile = (REPOSITORY / "Makefile").read_text()
    return re.search(r"^PAPERS = (.*)$", makefile, re.M).group(1).split()


def as_papers_use_them(laboratory):
    files = []
    for paper in papers():
        folder = laboratory.results(paper) / "tables"
        for path in sorted(folder.glob("*.tex")):
            text = path.read_text()
            shown = re.sub(r"^ *\\label.*$", "", text, flags=re.M)
            twins = set(re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)*-twin\b", shown))
            for twin in twins:
                said = any(twin in line for line in text.splitlines() if "Simulated twin" in line)
                demand(said, f"{paper}/{path.name}: nothing says that {twin} is a twin")
            files.append(path)
    demand(len(files) > 30, f"only {len(files)} LaTeX files were found")
    try:
        if not shutil.which("pdflatex"):
            debian.install(["texlive-latex-base", "texlive-latex-recommended"])
    except debian.CannotInstall as why:
        return f"{len(files)} files, not compiled, as there is no pdflatex here: {why}"
    body = "\n".join(f"\\input{{{path}}}\\clearpage" for path in files)
    head = "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{booktabs,graphicx}\n\\begin{document}\n"
    (laboratory.folder / "all.tex").write_text(f"{head}{body}\n\\end{{document}}\n")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex"]
    done = subprocess.run(command, cwd=laboratory.folder, capture_output=True, timeout=LIMIT)
    said = done.stdout.decode("utf-8", "replace")
    wide = re.findall(r"^Overfull .hbox.*$", said, re.M)
    demand(not wide, f"{len(wide)} lines are wider than the page: {wide[:2]}")
    demand(done.returncode == 0, "pdflatex: " + " / ".join(re.findall(r"^!.*$", said, re.M)[:3]))
    return f"{len(files)} files, compiled"
