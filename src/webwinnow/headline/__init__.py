"""Headlines: TitleFinder of the thesis, its baselines, a default that does better, and the outline of subtitles."""

from webwinnow.headline.outline import Headline, Subtitle, find_outline
from webwinnow.headline.ranking import METHODS, find_headline, rank_headlines

__all__ = ["METHODS", "Headline", "Subtitle", "find_headline", "find_outline", "rank_headlines"]
