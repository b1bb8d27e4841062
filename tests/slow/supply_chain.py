"""The dependencies: deny.toml allows them, and no crate builds what only crates below it in ARCHITECTURE.md need."""

import json
import os
import re
import subprocess
import tarfile
from pathlib import Path

from laboratory import REPOSITORY, called, demand

VERSION = "0.18.9"
# Seconds; compiling cargo-deny takes minutes on two cores.
PATIENCE = 1200
TOOLS = REPOSITORY / "target" / "tools"
# The repository of advisories, and the name of its copy in cargo-deny's cache: the repository's name, and a hash of its
# address.
ADDRESS, ADVISORIES = "https://github.com/rustsec/advisory-db", "advisory-db-3157b0e258782691"


def cargo_deny():
    """Returns the path of cargo-deny, which is downloaded and compiled into target/tools if it is missing."""
    binary = TOOLS / "bin" / "cargo-deny"
    if binary.exists():
        said = subprocess.run([binary, "--version"], capture_output=True, text=True).stdout
        if VERSION in said:
            return binary
    install = ["cargo", "install", "--quiet", "--locked", "--root", TOOLS, "cargo-deny", "--version", VERSION]
    # cargo-deny runs for seconds, and to optimise it would take minutes.
    quick = {"CARGO_PROFILE_RELEASE_OPT_LEVEL": "0", "CARGO_PROFILE_RELEASE_LTO": "off"}
    environment = {**os.environ, **quick, "CARGO_TARGET_DIR": str(TOOLS / "target")}
    called(install, PATIENCE, env=environment)
    return binary


def database():
    """Returns the repository of advisories: a copy that `cargo deny fetch` made, or a clone in REJUDGE_CLONES. It is
    not downloaded, because tests use only the registries of the network."""
    home = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
    here = [home / "advisory-dbs" / ADVISORIES]
    if clones := os.environ.get("REJUDGE_CLONES"):
        here.append(Path(clones) / "RustSec" / "advisory-db")
    return next((folder for folder in here if (folder / "crates").is_dir()), None)


def dated(database):
    """Returns the day of the last commit."""
    return called(["git", "-C", database, "log", "-1", "--format=%cs"]).strip()


def as_allowed(laboratory):
    # All crates are downloaded, because those of every target are checked, and a build needs only those of its own.
    called(["cargo", "fetch", "--locked"], cwd=REPOSITORY)
    checks, configuration = ["licenses", "bans", "sources"], (REPOSITORY / "deny.toml").read_text()
    if found := database():
        checks.append("advisories")
        # The copy is where cargo-deny looks for it, so that it downloads nothing.
        copy = laboratory.folder / "advisories" / ADVISORIES
        called(["git", "clone", "--quiet", found.resolve(), copy])
        called(["git", "-C", copy, "remote", "set-url", "origin", ADDRESS])
        called(["git", "-C", copy, "fetch", "--quiet", found.resolve()])
        configuration = configuration.replace("[advisories]", f'[advisories]\ndb-path = "{copy.parent}"')
    (laboratory.folder / "deny.toml").write_text(configuration)
    command = [cargo_deny(), "--offline", "check", "--config", laboratory.folder / "deny.toml", "--hide-inclusion-graph"]
    called([*command, *checks], cwd=REPOSITORY)
    without = "; advisories not asked: no database here (cargo deny fetch)"
    return ", ".join(checks) + (f" as of {dated(found)}" if found else without)


# A heavy library and the one for terminals, each with the highest crate of ARCHITECTURE.md's table that may build it.
# signal-hook is not listed, since polars depends on it.
HEAVY = {"polars": "report", "indicatif": "runner"}


def names_of(use):
    """Returns the first name of each path in `{a::b, c}`, or of the path `a::b`."""
    if not use.startswith("{"):
        return {re.match(r"\w+", use).group()}
    parts, depth = [""], 0
    for character in use[1:]:
        depth += {"{": 1, "}": -1}.get(character, 0)
        if depth < 0:
            break
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return {re.match(r"\s*(\w+)", part).group(1) for part in parts if part.strip()}


def used_modules(sources, module, modules, exported):
    """Returns the modules of a crate that `module` uses by `crate::`, directly or by a name that lib.rs exports."""
    files = [sources / f"{module}.rs", *(sources / module).rglob("*.rs")]
    text = "\n".join(re.sub("//.*", "", path.read_text()) for path in files if path.is_file())
    names = set().union(*(names_of(use) for use in re.findall(r"\bcrate::(\{[^;]*|\w+)", text)), set())
    return {exported.get(name, name) for name in names} & set(modules) - {module}


def modules_in_order(architecture):
    """Checks that each module uses only the modules that ARCHITECTURE.md lists before it. Returns the number of crates
    with such a list."""
    listed = re.findall(r"^- `([a-z]+)`: ((?:`[a-z_]+`(?:, )?)+)$", architecture, re.MULTILINE)
    demand(len(listed) > 2, f"ARCHITECTURE.md lists the modules of {len(listed)} crates")
    for crate, line in listed:
        sources, order = REPOSITORY / "crates" / crate / "src", re.findall(r"[a-z_]+", line)
        library = (sources / "lib.rs").read_text()
        modules = re.findall(r"^(?:pub )?mod (\w+);", library, re.MULTILINE)
        demand(set(modules) == set(order), f"ARCHITECTURE.md lists other modules of {crate}: {set(modules) ^ set(order)}")
        exports = re.findall(r"^pub use (\w+)::(\{[^;]*|\w+)", library, re.MULTILINE)
        exported = {name: module for module, use in exports for name in names_of(use)}
        for at, module in enumerate(order):
            later = used_modules(sources, module, modules, exported) & set(order[at + 1 :])
            demand(not later, f"{crate}/{module} uses {', '.join(sorted(later))}, which ARCHITECTURE.md lists after it")
    return len(listed)


def walls_as_drawn(_laboratory):
    architecture = (REPOSITORY / "ARCHITECTURE.md").read_text()
    crates = re.findall(r"^\| `([a-z]+)` \|", architecture.split("## The way of the data")[0], re.MULTILINE)
    demand(len(crates) > 10, f"the table of crates in ARCHITECTURE.md names only {crates}")
    sources = REPOSITORY / "crates"
    named = re.findall(r"`([a-z]+)/([a-z_/]+(?:\.[a-z]+)?)`", architecture)
    paths = [(f"{crate}/{rest}", sources / crate / "src" / rest) for crate, rest in named if (sources / crate).is_dir()]
    missing = [name for name, path in paths if not path.exists() and not path.with_suffix(".rs").exists()]
    demand(not missing, f"ARCHITECTURE.md names {', '.join(missing)}, which does not exist")
    on_disk = {folder.name for folder in (REPOSITORY / "crates").iterdir()} - {"bench"}
    demand(on_disk == set(crates), f"ARCHITECTURE.md and crates/ differ by {', '.join(on_disk ^ set(crates))}")
    for at, crate in enumerate(crates):
        package = "rejudge" if crate == "runner" else f"rejudge-{crate}"
        tree = ["cargo", "tree", "--offline", "--locked", "-p", package, "-e", "normal", "--prefix", "none"]
        built = {line.split(" ")[0] for line in called(tree, cwd=REPOSITORY).splitlines() if line}
        below = {f"rejudge-{other}" for other in crates[at + 1 :]} & built
        demand(not below, f"{crate} uses {', '.join(sorted(below))}, which ARCHITECTURE.md lists below it")
        heavy = [name for name, first in HEAVY.items() if name in built and (at < crates.index(first) or crate == "python")]
        demand(not heavy, f"{crate} builds {', '.join(heavy)}")
    return f"{len(crates)} crates, {modules_in_order(architecture)} of them with their modules"


def bill_of_materials(_laboratory):
    """`.ci/sbom` lists every crate of `cargo tree`, each crate of a registry with its checksum, and writes the same
    bytes twice."""
    bills = [called([REPOSITORY / ".ci" / "sbom"]) for _ in range(2)]
    demand(bills[0] == bills[1], "two bills of materials differ")
    bill = json.loads(bills[0])
    found = {f"{part['name']} v{part['version']}" for part in bill["components"]}
    tree = ["cargo", "tree", "--locked", "-p", "rejudge", "-e", "normal,build", "--target", "all", "--prefix", "none", "--format", "{p}"]
    linked = {" ".join(line.split(" ")[:2]) for line in called(tree, cwd=REPOSITORY).splitlines() if line}
    linked = {name for name in linked if not name.startswith("rejudge v")}
    demand(linked <= found, f"the bill of materials lacks {', '.join(sorted(linked - found)[:5])}")
    without = [part["name"] for part in bill["components"] if "hashes" not in part and not part["name"].startswith("rejudge")]
    demand(not without, f"the bill of materials has no checksum of {', '.join(without)}")
    unlicensed = [part["name"] for part in bill["components"] if "licenses" not in part]
    demand(not unlicensed, f"the bill of materials has no licence of {', '.join(unlicensed)}")
    return f"{len(found)} crates, of which cargo tree names {len(linked)}"


def metadata():
    return json.loads(called(["cargo", "metadata", "--locked", "--format-version", "1"], cwd=REPOSITORY))


def dependencies_as_listed(_laboratory):
    """docs/dev/dependencies.md lists exactly the crates on which those of the repository depend directly, each with its
    licence."""
    told = metadata()
    ours, packages = set(told["workspace_members"]), {package["id"]: package for package in told["packages"]}
    asked = {each["pkg"] for node in told["resolve"]["nodes"] if node["id"] in ours for each in node["deps"]} - ours
    expected = {packages[each]["name"]: packages[each]["license"].replace("/", " OR ") for each in asked}
    page = (REPOSITORY / "docs" / "dev" / "dependencies.md").read_text()
    rows = [
        (name, licence)
        for licence, section in re.findall(r"^## (.+)\n((?:(?!## ).*\n)*)", page, re.MULTILINE)
        for name in re.findall(r"^- `([\w-]+)`: .", section, re.MULTILINE)
    ]
    found = dict(rows)
    demand(len(found) == len(rows), "docs/dev/dependencies.md has a duplicate crate")
    differ = sorted(set(expected.items()) ^ set(found.items()))
    demand(not differ, f"docs/dev/dependencies.md and Cargo.lock differ: {differ[:5]}")
    return f"{len(found)} crates"


# Crates that are not published.
UNPUBLISHED = ("rejudge-bench", "rejudge-python")


def packages_are_made(laboratory):
    """`cargo package` makes a package of each published crate, and the package of `session` contains the bundled
    files."""
    told = {package["name"]: package for package in metadata()["packages"] if package["id"].startswith("path+")}
    without = [name for name, package in told.items() if not (package["description"] and package["license"])]
    demand(not without, f"crates without a description or a licence: {', '.join(without)}")
    command = ["cargo", "package", "--workspace", "--no-verify", "--allow-dirty", "--locked", "--quiet"]
    command += [f"--exclude={name}" for name in UNPUBLISHED] + ["--target-dir", laboratory.folder / "packages"]
    called(command, PATIENCE, cwd=REPOSITORY)
    made = {path.name.rsplit("-", 1)[0]: path for path in (laboratory.folder / "packages" / "package").glob("*.crate")}
    expected = set(told) - set(UNPUBLISHED)
    demand(set(made) == expected, f"packages differ from crates: {sorted(set(made) ^ expected)}")
    listed = called(["git", "ls-files", "experiments", "configs"], cwd=REPOSITORY)
    with tarfile.open(made["rejudge-session"]) as package:
        held = {name.split("/", 1)[1] for name in package.getnames()}
    missing = sorted(set(listed.split()) - held)
    demand(not missing, f"the package of session lacks {', '.join(missing[:5])}")
    return f"{len(made)} packages"
