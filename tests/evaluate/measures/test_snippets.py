from webwinnow.evaluate.measures import Found, Gold, SnippetRates, Snippets


def test_rates_of_found_and_absent_snippets() -> None:
    gold = Gold(with_snippets=("It rained", "all night", "no wind"), without_snippets=("Subscribe", "Menu"))
    outcome = Snippets()(gold, Found("MENU\nIt\n rained ALL night long"))
    assert outcome == SnippetRates(present=2, with_snippets=3, absent=1, without_snippets=2)
    assert outcome.numbers() == {"with": 2 / 3, "without": 0.5}


def test_a_rate_without_snippets_is_not_defined() -> None:
    outcome = Snippets()(Gold(without_snippets=("Menu",)), Found(""))
    assert outcome is not None
    assert outcome.numbers() == {"with": None, "without": 1.0}
    outcome = Snippets()(Gold(with_snippets=("Rain",)), Found(""))
    assert outcome is not None
    assert outcome.numbers() == {"with": 0.0, "without": None}


def test_blank_snippets_are_not_counted() -> None:
    assert Snippets()(Gold(with_snippets=("", " \n"), without_snippets=("",)), Found("text")) is None


def test_pages_add_up() -> None:
    total = SnippetRates(1, 2, 0, 0) + SnippetRates(3, 3, 1, 4)
    assert total.numbers() == {"with": 0.8, "without": 0.25}
