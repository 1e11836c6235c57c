from webwinnow.evaluate.folding import fold, fold_lines, fold_space, plain_words, unicode_words


def test_white_space_is_folded_to_one_space() -> None:
    assert fold_space("  a\n\n b\t\u00a0c \r\n") == "a b c"
    assert fold_space(" \n ") == ""


def test_what_reads_the_same_is_the_same() -> None:
    assert fold("“Straße”  isn’t") == fold('"STRASSE" isn\'t')
    assert fold("caf\u0065\u0301") == fold("caf\u00e9")
    assert fold("co\u00adoperate \u200fnow") == fold("cooperate now")
    assert fold("a b") != fold("a-b")


def test_lines_are_folded_one_by_one() -> None:
    assert fold_lines(" It’s  RAINING \n\n \u00a0\r\nagain\n") == ["it's raining", "again"]


def test_our_words_have_no_case() -> None:
    assert unicode_words("Don’t SHOUT in the Straße, don't!") == [
        "don't",
        "shout",
        "in",
        "the",
        "strasse",
        "don't",
    ]
    assert unicode_words("İzmir") == ["i̇zmir"]  # folding adds a mark, which stays inside the word
    assert unicode_words("caf\u0065\u0301") == ["caf\u00e9"]
    assert unicode_words("天气") == ["天", "气"]


def test_plain_words_are_those_others_count() -> None:
    assert plain_words("Don’t SHOUT in the Straße") == ["don", "t", "shout", "in", "the", "straße"]
    assert plain_words("天气 好_1") == ["天气", "好_1"]
