"""Search for combinations: members work once on each page, thousands of combinations are scored from their results.

    run.py               the whole search: from packages and members to `Findings`
    combinations.py      which combinations there are
    member_results.py    what each member finds on a page, kept in the folder of the search
    pieces.py            the page cut where members disagree
    page_table.py        a page as counts of words, from which every combination is scored
    scoring.py           scores of all combinations
    cross_validation.py  chosen on some sites, judged on the others
    front.py             the best for each budget of time
    writing.py           search.json, search.csv and search.svg

Paper: mohammadzadeh2013, section 3.4.2: the second version of CombinE evaluated combinations automatically.
"""
