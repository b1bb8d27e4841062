"""The tables of the papers as LaTeX: they compile with Debian's pdflatex; if it is not available, only their groups, rows and
environments are counted."""

import re
import shutil
import subprocess

import debian
from laboratory import LIMIT, REPOSITORY, demand


def papers():
    """The experiments that need no data."""
    makefile = (REPOSITORY / "Makefile").read_text()
    return re.search(r"^PAPERS = (.*)$", makefile, re.M).group(1).split()


def in_order(text, name):
    """Checks that groups, environments and rows of a file are closed and complete, and counts the rows."""
    bare = re.sub(r"\\[{}$&#%_]", "x", re.sub(r"^%.*$", "", text, flags=re.M))
    open_environments, columns, rows = [], 0, 0
    for kind, word, spec in re.findall(r"\\(begin|end)\{(\w+)\}(?:\{(\w+)\})?", bare):
        if kind == "begin":
            open_environments.append(word)
        else:
            demand(open_environments and open_environments.pop() == word, f"{name}: `{word}` is not open")
    demand(not open_environments, f"{name}: {open_environments} is open at the end")
    for table in bare.split("\\end{table}"):
        demand(table.count("{") == table.count("}"), f"{name}: a group is open: {table[-200:]}")
    for line in bare.splitlines():
        columns = len(found.group(1)) if (found := re.search(r"\\begin\{tabular\}\{(\w+)\}", line)) else columns
        demand(line.count("$") % 2 == 0, f"{name}: something is open: {line}")
        if line.rstrip().endswith("\\\\"):
            rows += 1
            demand(line.count("&") + 1 == columns, f"{name}: {line.count('&') + 1} cells in {columns} columns: {line}")
    return rows


def as_papers_use_them(laboratory):
    files, rows = [], 0
    for paper in papers():
        folder = laboratory.results(paper) / "tables"
        for path in sorted(folder.glob("*.tex")):
            text = path.read_text()
            rows += in_order(text, f"{paper}/{path.name}")
            shown = re.sub(r"^ *\\label.*$", "", text, flags=re.M)
            twins = set(re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)*-twin\b", shown))
            for twin in twins:
                said = any(twin in line for line in text.splitlines() if "Simulated twin" in line)
                demand(said, f"{paper}/{path.name}: nothing says that {twin} is a twin")
            files.append(path)
    demand(rows > 300, f"only {rows} rows in {len(files)} files")
    try:
        if not shutil.which("pdflatex"):
            debian.install(["texlive-latex-base", "texlive-latex-recommended"])
    except debian.CannotInstall as why:
        return f"{len(files)} files, {rows} rows; counted, not compiled, as there is no pdflatex here: {why}"
    body = "\n".join(f"\\input{{{path}}}\\clearpage" for path in files)
    head = "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{booktabs,graphicx}\n\\begin{document}\n"
    (laboratory.folder / "all.tex").write_text(f"{head}{body}\n\\end{{document}}\n")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex"]
    done = subprocess.run(command, cwd=laboratory.folder, capture_output=True, timeout=LIMIT)
    said = done.stdout.decode("utf-8", "replace")
    wide = re.findall(r"^Overfull .hbox.*$", said, re.M)
    demand(not wide, f"{len(wide)} lines are wider than the page: {wide[:2]}")
    demand(done.returncode == 0, "pdflatex: " + " / ".join(re.findall(r"^!.*$", said, re.M)[:3]))
    return f"{len(files)} files, {rows} rows, compiled"
