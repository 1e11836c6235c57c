import pytest

from webwinnow.errors import PackageError, UsageError
from webwinnow.evaluate.importers import FORMATS, importer


@pytest.mark.parametrize("name", FORMATS)
def test_each_format_is_found_and_tells_that_there_is_nothing(name, tmp_path):
    with pytest.raises(PackageError, match="give the folder of the data set"):
        importer(name)(tmp_path / "nowhere", tmp_path / "package")
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_format_names_the_nearest():
    with pytest.raises(UsageError, match="did you mean cleaneval"):
        importer("clean-eval")
    with pytest.raises(UsageError, match="wcxb"):
        importer("???")
