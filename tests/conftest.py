"""How hypothesis looks for examples: the same ones each time, few enough for a quick run.

`pytest --hypothesis-profile=deep` looks further, and elsewhere each time.
"""

from hypothesis import HealthCheck, settings

settings.register_profile("quick", max_examples=60, deadline=None, derandomize=True, database=None)
settings.register_profile("deep", max_examples=2000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("quick")
