"""Search for combinations: members work once on each page, thousands of combinations are scored from their results.

    run.py               the whole search, from packages and members to `Findings`; what members found is kept
    page_table.py        a page as counts of words, from which every combination is scored
    combinations.py      members, which combinations they make, and their scores
    findings.py          chosen on some sites, judged on the others; the best for each budget of time
    writing.py           search.json, search.csv and search.svg

Paper: mohammadzadeh2013, section 3.4.2: the second version of CombinE evaluated combinations automatically.
"""
