"""Headlines: TitleFinder of the thesis, its baselines, a default that does better, and the outline of subtitles."""

from webwinnow.headline.outline import Headline, Subtitle, each_subtitle, find_outline
from webwinnow.headline.ranking import METHODS, find_headline, rank_headlines

__all__ = ["METHODS", "Headline", "Subtitle", "each_subtitle", "find_headline", "find_outline", "rank_headlines"]
