"""Plug-ins: a real package, installed with pip, adds a stage and a peer; broken ones are named and harm nobody else."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

from documented import ROOT, commands_of

PAGE = "<p>Short.</p><p>" + "The wind takes the chaff and leaves the grain. " * 4 + "</p>"


def written(name: str) -> str:
    """A file of the template in the docs: what is documented is what is tested."""
    blocks = re.findall(r"```\w+\n# (\S+)\n(.*?)```", (ROOT / "docs/plugins.md").read_text(encoding="utf-8"), re.DOTALL)
    return dict(blocks)[name]


BROKEN = {
    "broken": "webwinnow_lines:missing",
    "function": "webwinnow_lines:all_text",
    "bte": "webwinnow_lines:LongLines",
}
"""Entry points that lead nowhere, to something else, and to a name of ours."""


def wheel(folder: Path) -> Path:
    """The package as pip gets it; made by hand, so that no build backend is needed."""
    project = tomllib.loads(written("pyproject.toml"))["project"]
    groups = {name: dict(entries) for name, entries in project["entry-points"].items()}
    groups["webwinnow.stages"] |= BROKEN
    lines = [
        f"[{name}]\n" + "".join(f"{key} = {value}\n" for key, value in each.items()) for name, each in groups.items()
    ]
    info, path = "webwinnow_lines-1.0.dist-info", folder / "webwinnow_lines-1.0-py3-none-any.whl"
    files = {
        "webwinnow_lines.py": written("webwinnow_lines.py"),
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: by hand\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": "\n".join(lines),
    }
    files[f"{info}/RECORD"] = "".join(f"{name},,\n" for name in [*files, f"{info}/RECORD"])
    with ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("installed")
    options = ["--quiet", "--no-deps", "--no-index", "--disable-pip-version-check", "--target", str(target)]
    made = wheel(tmp_path_factory.mktemp("wheel"))
    subprocess.run([sys.executable, "-m", "pip", "install", *options, str(made)], check=True, timeout=120)
    return target


def webwinnow(installed: Path, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(ROOT / "src"), str(installed)])
    return subprocess.run(
        [sys.executable, "-m", "webwinnow", *arguments],
        input=stdin,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def test_the_template_has_thirty_lines() -> None:
    assert len(written("webwinnow_lines.py").strip().splitlines()) <= 30


def test_a_stage_of_an_installed_package_is_used_by_its_name(installed: Path) -> None:
    found = webwinnow(installed, "extract", "-", "--no-headline", "-e", "filter3 >> long-lines(least=60)", stdin=PAGE)
    assert found.returncode == 0, found.stderr
    assert "chaff" in found.stdout
    assert "Short" not in found.stdout
    refused = webwinnow(installed, "extract", "-", "-e", "long-lines(most=1)", stdin=PAGE)
    assert "long-lines has no parameter 'most': it has least" in refused.stderr


def test_it_is_listed_with_its_origin_and_what_cannot_be_used_is_named(installed: Path) -> None:
    found = webwinnow(installed, "list", "--json")
    listed = {each["name"]: each for each in json.loads(found.stdout)}
    assert listed["long-lines"]["origin"] == "webwinnow-lines 1.0"
    assert listed["long-lines"]["parameters"][0]["default"] == 80
    assert listed["bte"]["origin"] is None  # our names cannot be taken
    assert "plug-in broken of webwinnow-lines 1.0 cannot be used (AttributeError" in found.stderr
    assert "plug-in function of webwinnow-lines 1.0 cannot be used (it is no dataclass" in found.stderr
    assert found.returncode == 1
    assert "(from webwinnow-lines 1.0)" in webwinnow(installed, "list").stdout


def test_a_broken_one_fails_alone(installed: Path) -> None:
    refused = webwinnow(installed, "extract", "-", "-e", "bte | broken", stdin=PAGE)
    assert refused.returncode == 2
    assert "plug-in broken of webwinnow-lines 1.0" in refused.stderr
    assert webwinnow(installed, "extract", "-", "-e", "bte", stdin=PAGE).returncode == 0


def test_stage_and_peer_are_evaluated(installed: Path, tmp_path: Path) -> None:
    package = str(ROOT / "examples/package")
    run = ["evaluate", package, "-e", "long-lines", "--peer", "all-text", "-o", str(tmp_path / "out"), "--limit", "2"]
    found = webwinnow(installed, *run)
    assert found.returncode == 0, found.stderr
    assert "long-lines" in found.stdout
    assert "all-text" in found.stdout
    unknown = webwinnow(installed, "evaluate", package, "--peer", "nobody", "-o", str(tmp_path / "none"))
    assert "choose of" in unknown.stderr
    assert "all-text" in unknown.stderr


def test_documented_commands(installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the guide, in its folder: `pip install` is what the fixture has done, with a wheel of the same files."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    package = tmp_path / "examples" / "package"
    package.mkdir(parents=True)
    for file in (ROOT / "examples/package").glob("en-[fh]*"):
        shutil.copy(file, package)
    shutil.copy(ROOT / "examples/package/package.toml", package)
    installing, *lines = commands_of("tests/test_plugins.py::test_documented_commands")
    assert installing == "pip install ./webwinnow-lines"
    for line in lines:
        found = webwinnow(installed, *shlex.split(line, comments=True)[1:])
        broken = found.returncode == 1 and "webwinnow list" in line  # the others of the fixture are named
        assert (found.returncode == 0 or broken) and found.stdout, f"{line}\n{found.stderr}"
