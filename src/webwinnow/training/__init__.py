"""Training: how the models that come with the package were made, so that anyone can make them again.

trainer("mss").fit(read_examples([folder], trainer("mss").prepare), report=print)     see docs/training.md
"""

from webwinnow.training.examples import read_examples
from webwinnow.training.trainers import Trainer, trainer

__all__ = ["Trainer", "read_examples", "trainer"]
