"""What strangers meet around the code: citation, workflows, templates, the container, examples."""

import email
import json
import re
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from typing import Any

import pytest

from webwinnow import __version__

ROOT = Path(__file__).parents[1]
yaml = pytest.importorskip("yaml")


def test_the_citation_names_this_version_and_a_paper_of_the_bibliography() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["version"] == __version__ and cited["license"] == "Apache-2.0"
    bibliography = re.sub(r"[{}]", "", (ROOT / "references.bib").read_text(encoding="utf-8"))
    assert all(each["title"] in bibliography for each in cited["references"])


@pytest.mark.parametrize("workflow", sorted((ROOT / ".github" / "workflows").glob("*.yml")), ids=lambda path: path.name)
def test_workflows_call_targets_that_exist(workflow: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    jobs = yaml.safe_load(workflow.read_text(encoding="utf-8"))["jobs"].values()
    runs = " ".join(step["run"] for job in jobs for step in job["steps"] if "run" in step)
    targets = re.findall(r"make ([a-z-]+)", runs)
    assert targets and all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets)


@pytest.mark.parametrize(
    "template", sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.md")), ids=lambda path: path.name
)
def test_issue_templates_have_a_name_and_purpose(template: Path) -> None:
    _, head, body = template.read_text(encoding="utf-8").split("---\n", 2)
    assert yaml.safe_load(head).keys() == {"name", "about"} and body.strip()


def test_the_container_asks_for_files_and_extras_that_exist() -> None:
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    extras = re.findall(r"/source\[([a-z,]+)\]", text)[0].split(",")
    known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert set(extras) <= set(known) and "USER webwinnow" in text
    copied = [name for line in re.findall(r"^COPY (?!--)(.+) /", text, re.MULTILINE) for name in line.split()]
    assert copied and all((ROOT / name).exists() for name in copied)


def test_the_notebook_runs() -> None:
    cells = json.loads((ROOT / "examples" / "notebook.ipynb").read_text(encoding="utf-8"))["cells"]
    names: dict[str, Any] = {"print": lambda *_: None}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec(cell["source"], names)
    assert "sea itself" in names["result"].markdown and "Ten mills" not in names["result"].markdown


def test_the_skill_shows_commands_that_exist() -> None:
    from webwinnow.cli.program import COMMANDS

    text = (ROOT / "examples" / "skill" / "SKILL.md").read_text(encoding="utf-8")
    assert text.startswith("---\nname: ")
    assert set(re.findall(r"`webwinnow ([a-z]+)", text)) <= set(COMMANDS)


def test_the_package_leads_to_the_project_and_its_readme_works_on_an_index(tmp_path: Path) -> None:
    pytest.importorskip("hatchling")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (archive,) = tmp_path.iterdir()
    with tarfile.open(archive) as packed:
        information = packed.extractfile(f"webwinnow-{__version__}/PKG-INFO").read().decode()
    built = email.message_from_string(information)
    addresses = dict(each.split(", ") for each in built.get_all("Project-URL"))
    assert addresses.keys() == {"Homepage", "Documentation", "Source", "Changelog", "Issues"}
    assert all(address.startswith(addresses["Homepage"]) for address in addresses.values())
    readme, page = built.get_payload(), (ROOT / "README.md").read_text(encoding="utf-8")
    assert built["Description-Content-Type"] == "text/markdown" and len(readme) > len(page)
    links, there = re.findall(r"\]\(([^)]+)\)", readme), f"/v{__version__}/"
    assert len(links) == len(re.findall(r"\]\(([^)]+)\)", page)) and all("://" in link for link in links)
    ours = [link for link in links if link.startswith(addresses["Source"])]
    assert ours and all((ROOT / link.partition(there)[2]).is_file() for link in ours)
    assert f"{addresses['Source']}/raw{there}docs/pictures/marked.png" in ours


def test_the_address_of_the_project_is_stated_once() -> None:
    known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Homepage"]
    texts = [*ROOT.glob("*.md"), *ROOT.glob("docs/*"), *ROOT.glob("*.cff"), *ROOT.glob("*.yml"), ROOT / "Containerfile"]
    assert [file.name for file in texts if file.is_file() and known.encode() in file.read_bytes()] == []
