from benchmarks.service import alone, client, made_page, memory

from serve.running import running_server
from webwinnow import extract


def test_the_page_is_as_large_as_asked_for_and_has_something_to_drop():
    page = made_page(20_000)
    assert abs(len(page) - 20_000) < 6000
    assert 0.5 < extract(page).share < 1
    assert alone(page, 1) > 0


def test_clients_count_the_answers_that_went_well():
    with running_server("-j", "1") as server:
        assert client(server.port, b'{"html": "<p>Winnow the grain."}', 3) == 3
        assert client(server.port, b'{"htm": "<p>Winnow the grain."}', 2) == 0
        assert min(memory(server.process.pid)) > 10
