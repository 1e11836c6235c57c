import re

from webwinnow.evaluate.fingerprint import folder_digest, program_version
from webwinnow.version import __version__


def test_version_and_hash():
    assert re.fullmatch(re.escape(__version__) + r"\+[0-9a-f]{12}", program_version())


def test_what_makes_results_changes_the_hash_and_nothing_else(tmp_path):
    for folder in ("cli", "evaluate/report", "extractors/__pycache__"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "extractors" / "bte.py").write_text("one")
    before = folder_digest(tmp_path)
    for place in ("cli/list.py", "evaluate/report/page.py", "extractors/__pycache__/bte.pyc"):
        (tmp_path / place).write_text("anything")
    assert folder_digest(tmp_path) == before
    (tmp_path / "recipes.toml").write_text("data counts, too")
    added = folder_digest(tmp_path)
    (tmp_path / "extractors" / "bte.py").write_text("two")
    assert len({before, added, folder_digest(tmp_path)}) == 3
