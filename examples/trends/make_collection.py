"""Makes a collection of made-up abstracts with known trends: `python make_collection.py > collection.ris`.

Each abstract is made of words that mean nothing here, and of keywords of four topics (those of `queries.toml` beside
it). How much an abstract speaks of a topic depends on its year and its journal:

- biodiversity rises steadily from 1987 to 2010,
- evolution falls steadily,
- conservation jumps from low to high in 1999,
- genome stays where it is, and is rare,
- the word "microbiome" appears in 2000 and is in every third abstract of 2010,
- one abstract in 41 speaks of gene flow in plants, in all years alike, for `webwinnow trends search` to find,
- one abstract in 25 has no keyword at all,
- "Journal of Made-up Genetics" speaks of the genome three times as much as the others.

The same seed gives the same collection. Nothing but Python is needed.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator

FIRST, LAST, JUMP, EMERGES = 1987, 2010, 1999, 2000
JOURNALS = ("Made-up Ecology", "Annals of Invention", "Journal of Made-up Genetics")
TOPICS = {
    "biodiversity": "biodiversity,species richness,abundance,dispersal,biotic,environment,gradients".split(","),
    "evolution": "evolution,extinction,niche,reproductive isolation,natural selection,traits,speciation".split(","),
    "conservation": "conservation,protected areas,climate change,management,hotspots,ecosystems".split(","),
    "genome": "genome,genomics,sequencing,bioinformatics,metadata".split(","),
}
GRAMMAR = "the of and in to a that for with is are this we by from which these was on as".split()
SYLLABLES = "ka lo mi ru ten sol var bel dor fin gra hul jen kip mon nar pel quo ris tam".split()


def invented(count: int, chance: random.Random) -> list[str]:
    """Invent words that no stemmer knows."""
    words: dict[str, None] = {}
    while len(words) < count:
        words["".join(chance.choices(SYLLABLES, k=chance.choice((2, 3, 3, 4))))] = None
    return list(words)


def share(topic: str, year: int, journal: str) -> float:
    """Give the share of a text's words that are keywords of a topic: the truth that is to be found."""
    passed = (year - FIRST) / (LAST - FIRST)
    shares = {
        "biodiversity": 0.005 + 0.030 * passed,
        "evolution": 0.035 - 0.028 * passed,
        "conservation": 0.004 if year < JUMP else 0.030,
        "genome": 0.012 if journal == JOURNALS[2] else 0.004,
    }
    return shares[topic]


def abstract(number: int, year: int, journal: str, length: int, words: list[str], chance: random.Random) -> str:
    """Write one abstract."""
    made = chance.choices(words, k=length)
    for at in range(0, length, 3):
        made[at] = chance.choice(GRAMMAR)
    if chance.random() >= 0.04:
        for topic, keywords in TOPICS.items():
            for at in range(length):
                if chance.random() < share(topic, year, journal):
                    made[at] = chance.choice(keywords)
    if year >= EMERGES and chance.random() < (year - EMERGES) / (LAST - EMERGES) / 3:
        made[chance.randrange(length)] = "microbiome"
    if not number % 41:
        made[-1] = "gene flow in plants"
    return " ".join(made).capitalize() + "."


def collection(count: int, length: int = 120, seed: int = 7) -> Iterator[dict[str, str]]:
    """Make so many records: title, year, journal, abstract and address, years in turn."""
    chance = random.Random(seed)
    words = invented(4000, chance)
    years = LAST - FIRST + 1
    for number in range(count):
        year, journal = FIRST + number % years, JOURNALS[number // years % len(JOURNALS)]
        yield {
            "title": " ".join(chance.choices(words, k=6)).capitalize(),
            "year": str(year),
            "journal": journal,
            "abstract": abstract(number, year, journal, length, words, chance),
            "url": f"https://example.org/paper/{number}",
        }


def ris(record: dict[str, str]) -> str:
    """Write a record as RIS, with the tags of mohammadzadeh2013, table 6.2."""
    tags = {"TI": "title", "JO": "journal", "UR": "url", "PY": "year", "AB": "abstract"}
    lines = [f"{tag}  - {record[name]}" for tag, name in tags.items()]
    return "\n".join(["TY  - JOUR", "AU  - Nobody, N.", *lines, "ER  - ", ""])


def main() -> None:
    """Print a collection."""
    options = argparse.ArgumentParser(description="Print made-up abstracts with known trends, as RIS.")
    options.add_argument("--count", type=int, default=2400, help="how many abstracts (2400)")
    options.add_argument("--words", type=int, default=120, help="words of each (120)")
    options.add_argument("--seed", type=int, default=7, help="another seed, another collection (7)")
    chosen = options.parse_args()
    for record in collection(chosen.count, chosen.words, chosen.seed):
        sys.stdout.write(ris(record) + "\n")


if __name__ == "__main__":
    main()
