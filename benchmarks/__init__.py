"""Measurements: speed side by side with peers, growth, memory, agreement with HTML5, and text that gets lost.

python -m benchmarks [FOLDER]               speed, growth with page size, bytes retained
python -m benchmarks.agreement FOLDER       the tree against lexbor's
python -m benchmarks.page_types FOLDER...   the model of overview pages, trained and cross validated
python -m benchmarks.coverage FOLDER...     words of the page that no run holds, and why
"""
