"""Writes the documentation as a folder of HTML that opens without a network: `make site`.

Every tracked Markdown page becomes a page at the same path, and every file that a page links to is copied. A link
without a target, or to a heading that does not exist, is an error.
"""

import html
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

from markdown_it import MarkdownIt
from mdit_py_plugins.anchors import anchors_plugin

ROOT = Path(__file__).resolve().parent.parent
STYLE = "crates/tables/src/page/templates/page.css"
# The top of each page.
TOP = {"README.md": "rejudge", "docs/README.md": "Documentation", "results/README.md": "Results", "CHANGELOG.md": "Changes"}
PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{up}page.css">
</head>
<body>
<nav aria-label="Site"><ul>{top}</ul></nav>
<main>
{body}</main>
</body>
</html>
"""


def slug(heading):
    """The anchor that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def tracked():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(listed.stdout.split("\0")) - {""}


class Site:
    def __init__(self, folder):
        self.folder, self.files = Path(folder), tracked()
        self.linked, self.wrong, self.anchors, self.targets = set(), [], {}, []

    def resolved(self, page, link):
        """Where a link of `page` leads within the site; a folder leads to its README. External links stay."""
        if re.match(r"[a-z]+:", link):
            return link
        path, _, anchor = link.partition("#")
        target = os.path.normpath(os.path.join(os.path.dirname(page), unquote(path))) if path else page
        if f"{target}/README.md" in self.files:
            target = f"{target}/README.md"
        if target not in self.files:
            self.wrong.append(f"{page}: {link} leads to no tracked file")
            return link
        self.targets.append((page, link, target, anchor))
        if not target.endswith(".md"):
            self.linked.add(target)
        relative = os.path.relpath(target, os.path.dirname(page) or ".")
        return re.sub(r"\.md$", ".html", relative) + (f"#{anchor}" if anchor else "")

    def write(self, page):
        reader = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
        reader.use(anchors_plugin, max_level=6, slug_func=slug)
        tokens = reader.parse((ROOT / page).read_text(encoding="utf-8"))
        headings = [at for at, token in enumerate(tokens) if token.type == "heading_open"]
        self.anchors[page] = {tokens[at].attrs["id"] for at in headings}
        for token in (inner for token in tokens for inner in token.children or ()):
            for key in {"link_open": ["href"], "image": ["src"]}.get(token.type, []):
                token.attrs[key] = self.resolved(page, token.attrs[key])
        title = tokens[headings[0] + 1].content if headings else page
        up = "../" * page.count("/")
        top = "".join(f'<li><a href="{up}{re.sub("md$", "html", to)}">{name}</a></li>' for to, name in TOP.items())
        body = reader.renderer.render(tokens, reader.options, {})
        body = body.replace("<table>", '<div class="table"><div class="scroll"><table>').replace("</table>", "</table></div></div>")
        to = (self.folder / page).with_suffix(".html")
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(PAGE.format(title=html.escape(title), up=up, top=top, body=body), encoding="utf-8")

    def make(self):
        if self.folder.exists():
            if any(self.folder.iterdir()) and not (self.folder / "page.css").is_file():
                sys.exit(f"{self.folder} is not empty, and no site: name a new folder")
            shutil.rmtree(self.folder)
        pages = sorted(file for file in self.files if file.endswith(".md") and "/templates/" not in file)
        for page in pages:
            self.write(page)
        for page, link, target, anchor in self.targets:
            if anchor and target.endswith(".md") and anchor not in self.anchors[target]:
                self.wrong.append(f"{page}: {link} leads to no heading")
        for file in self.linked:
            (self.folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / file, self.folder / file)
        shutil.copyfile(ROOT / STYLE, self.folder / "page.css")
        shutil.copyfile(self.folder / "README.html", self.folder / "index.html")
        return len(pages)


if __name__ == "__main__":
    site = Site(sys.argv[1])
    count = site.make()
    if site.wrong:
        sys.exit("\n".join(site.wrong))
    print(f"{count} pages, {len(site.linked)} linked files in {site.folder}/index.html")
