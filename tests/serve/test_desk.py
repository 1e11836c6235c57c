import re

from webwinnow.serve.desk import BOUNDS, Metrics


def test_counters_as_prometheus_reads_them():
    metrics = Metrics()
    for seconds in (0.001, 0.005, 0.3, 99.0):
        metrics.count("/v1/extract", 200, seconds)
    metrics.count("/r/{url}", 422, 0.02)
    metrics.pages["done"] += 4
    text = metrics.text()
    assert 'webwinnow_requests_total{path="/v1/extract",status="200"} 4\n' in text
    assert 'webwinnow_pages_total{outcome="done"} 4\n' in text
    buckets = [int(number) for number in re.findall(r"_bucket.* (\d+)\n", text)]
    assert buckets == sorted(buckets) and len(buckets) == len(BOUNDS) + 1
    assert (buckets[0], buckets[-1]) == (2, 5)
    assert "webwinnow_request_seconds_count 5\n" in text
    line = re.compile(r'# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [0-9.e+-]+')
    assert all(line.fullmatch(each) for each in text.splitlines())
