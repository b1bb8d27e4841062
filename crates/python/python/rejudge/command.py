"""Audits and experiments.

Experiments run in this process. Audits start the command ``rejudge``, which is a package of its own (``pip install
rejudge-cli``).
"""

import contextlib
import html
import importlib
import io
import json
import os
import shutil
import subprocess
import sysconfig
import tempfile
import weakref
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from rejudge import _native

__all__ = ["CommandError", "Experiment", "Report", "audit", "command"]


class CommandError(RuntimeError):
    """The command failed. ``code`` is its exit code, and the message is the command's message."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


def parquet_library() -> Any:
    """The package that reads and writes parquet: polars, or pyarrow if polars is not installed.

    Raises:
        ImportError: neither is installed.
    """
    for name in ("polars", "pyarrow"):
        with contextlib.suppress(ImportError):
            return importlib.import_module(name)
    raise ImportError("parquet is read and written by polars or pyarrow: pip install polars")


def read_parquet(source: Any, columns: list[str] | None = None) -> Any:
    """Reads a file of parquet as a frame of polars, or of pyarrow if polars is not installed."""
    library = parquet_library()
    if library.__name__ == "polars":
        return library.read_parquet(source, columns=columns)
    return importlib.import_module("pyarrow.parquet").read_table(source, columns=columns)


def write_parquet(table: Any, metadata: dict[str, str]) -> bytes:
    """Returns the bytes of a file of parquet with the rows of a table and the metadata."""
    library, target = parquet_library(), io.BytesIO()
    if library.__name__ == "polars":
        library.DataFrame(table).write_parquet(target, compression="zstd", metadata=metadata)
    else:
        rows = library.table(table).replace_schema_metadata(metadata)
        importlib.import_module("pyarrow.parquet").write_table(rows, target, compression="zstd")
    return target.getvalue()


def command() -> str:
    """The path of the command: in the folder of this Python's scripts, else on the PATH.

    Raises:
        ImportError: it is not installed.
    """
    name = "rejudge" + (sysconfig.get_config_var("EXE") or "")
    script = Path(sysconfig.get_path("scripts")) / name
    path = str(script) if script.is_file() else shutil.which("rejudge")
    if path is None:
        raise ImportError(
            "the command `rejudge` is not installed: pip install rejudge-cli, or put it on the PATH (docs/python.md)"
        )
    return path


def _run_command(arguments: Iterable[Any]) -> str:
    """Runs the command and returns what it printed."""
    process = subprocess.Popen(
        [command(), *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        stdout, stderr = process.communicate()
    except KeyboardInterrupt:
        # If the command shares our terminal, it has received Ctrl-C too and is about to finish. We wait, because a second
        # signal would kill it at once.
        process.communicate()
        raise
    if process.returncode != 0:
        raise CommandError(process.returncode, (stderr or stdout).strip() or f"exit code {process.returncode}")
    return stdout


class Report:
    """The results of an audit or an experiment.

    Attributes:
        folder: the folder of the results.
        said: the output of the command, or a summary of the run.
    """

    def __init__(
        self, folder: Path, said: str, temporary: str | None = None, write: Callable[[], Any] | None = None
    ) -> None:
        self.folder = Path(folder)
        self.said = said
        # `rejudge.run` does not write a report. The first use of the report calls this function.
        self._write = write
        if temporary is not None:
            # The folder is deleted with this object. We do not use TemporaryDirectory, because it warns if it is not closed.
            weakref.finalize(self, shutil.rmtree, temporary, ignore_errors=True)

    @property
    def text(self) -> str:
        """The report, in Markdown."""
        self._write_report()
        # With licensed data the report has another name, which git ignores. We take the newer of the two.
        reports = [path for path in map(self.folder.joinpath, ("report.md", "report-licensed.md")) if path.is_file()]
        if not reports:
            raise FileNotFoundError(f"{self.folder}: no report")
        return max(reports, key=lambda path: path.stat().st_mtime_ns).read_text(encoding="utf-8")

    def _write_report(self) -> None:
        if self._write is not None:
            self._write()
            self._write = None

    @property
    def manifest(self) -> dict[str, Any]:
        """The manifest of the results, as a dict."""
        return json.loads((self.folder / "manifest.json").read_text(encoding="utf-8"))

    @property
    def tables(self) -> list[str]:
        """Names of the tables, which ``table`` reads."""
        return sorted({path.stem for path in (*self.folder.glob("*.parquet"), *self.folder.glob("tables/*.parquet"))})

    def table(self, name: str) -> Any:
        """A table as a frame of polars, or of pyarrow if polars is not installed."""
        paths = [self.folder / "tables" / f"{name}.parquet", self.folder / f"{name}.parquet"]
        path = next((path for path in paths if path.is_file()), None)
        if path is None:
            raise KeyError(f"no table `{name}`; there are {', '.join(self.tables)}")
        return read_parquet(path)

    def __repr__(self) -> str:
        return self.said.rstrip() or f"<rejudge report in {self.folder}>"

    def _repr_html_(self) -> str:
        self._write_report()
        path = self.folder / "report.html"
        if not path.is_file():
            return f"<pre>{html.escape(repr(self))}</pre>"
        page = html.escape(path.read_text(encoding="utf-8"), quote=True)
        return f'<iframe srcdoc="{page}" sandbox="allow-scripts" style="width:100%;height:40em;border:0"></iframe>'


def _options(options: dict[str, Any]) -> Iterator[str]:
    """The words of options on the command line. A list repeats its option."""
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is True:
            yield option
        elif isinstance(value, (list, tuple)):
            yield from (word for item in value for word in (option, str(item)))
        elif value is not None and value is not False:
            yield from (option, str(value))


@contextlib.contextmanager
def _target(folder: str | os.PathLike[str] | None, name: str) -> Iterator[tuple[Path, str | None]]:
    """The folder to write, and the temporary folder that contains it if the caller named none. After an error the temporary
    folder is deleted."""
    if folder is not None:
        yield Path(folder), None
        return
    temporary = tempfile.mkdtemp(prefix="rejudge-")
    try:
        yield Path(temporary) / name, temporary
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise


def audit(collection: Any, output: str | os.PathLike[str] | None = None, **options: Any) -> Report:
    """Audits a collection: how deep and how fair its pool is, and how good the measures are on it.

    Args:
        collection: a ``rejudge.Collection``. The audit takes the judgments that are left in it, and its rules.
        output: folder to write. If ``None``, it is a temporary folder, which is deleted with the report. Judgments, runs
            and teams are written beside it, into a folder whose name ends with ``-collection``, because the results
            refer to them.
        options: options of ``rejudge audit`` by their names (``depth=100``, ``draws=50``, ``measures="AP nDCG@10"``).

    Returns:
        A ``Report``.
    """
    command()
    with _target(output, "audit") as (target, temporary), tempfile.TemporaryDirectory(prefix="rejudge-") as cache:
        target = target.absolute()
        files = target.with_name(f"{target.name}-collection")
        if files.is_dir():
            if {path.name for path in files.iterdir()} - {"qrels.txt", "runs", "teams.tsv"}:
                raise ValueError(f"{files} contains files that an audit did not write: move it, or name another output")
            shutil.rmtree(files)
        files.mkdir(parents=True)
        collection._write(files)
        arguments: list[Any] = ["audit", "--qrels", files / "qrels.txt", "--runs", files / "runs", "--teams", files / "teams.tsv"]
        arguments += ["--cache", cache, *_options({"id": "collection", **dict(collection._rules()), **options})]
        printed = _run_command([*arguments, "-o", target])
        return Report(target, printed, temporary)


class Experiment:
    """An experiment, and changes of its values.

    Attributes:
        name: name of the experiment, or path of its YAML.
        changes: new values by their paths in the YAML. A path that ends with ``+`` adds the value to a list.
    """

    def __init__(self, name: str | os.PathLike[str], changes: dict[str, Any] | None = None) -> None:
        self.name = name
        self.changes = dict(changes or {})

    def run(self, results: str | os.PathLike[str] | None = None, **options: Any) -> Report:
        """Runs the experiment, with the options of ``rejudge.run``. The option ``set`` is applied after the changes."""
        changes = [f"{path}={json.dumps(value, ensure_ascii=False)}" for path, value in self.changes.items()]
        more = options.pop("set", None) or []
        changes += [more] if isinstance(more, str) else more
        return _native.run(self.name, results, set=changes, **options)

    def __repr__(self) -> str:
        changes = f", {self.changes}" if self.changes else ""
        return f"<rejudge.command.Experiment: {self.name}{changes}>"
