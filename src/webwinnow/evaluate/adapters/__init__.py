"""Adapters: everything that can be evaluated, behind one call.

    -e EXPRESSION            our own extractors, in process                      expression
    --headline               our own methods to find headlines, in process       headline_method
    --peer NAME              other libraries, where they are installed           peers
    --python MODULE:FUNCTION any Python function from a page to its text         python_function
    --command "PROG {file}"  any program that prints text or HTML                command
    --proxy URL              any web proxy that answers with less of the page    proxy

Paper: gottron2007, section 4.2, which has proxies only.
"""

from webwinnow.evaluate.adapters.adapter import TIMEOUT, Adapter, Answer, Asked, NoAnswerError
from webwinnow.evaluate.adapters.command import CommandAdapter, PythonAdapter
from webwinnow.evaluate.adapters.ours import ExpressionAdapter, HeadlineAdapter
from webwinnow.evaluate.adapters.peers import PEERS, PeerAdapter
from webwinnow.evaluate.adapters.proxy import ProxyAdapter

__all__ = [
    "PEERS",
    "TIMEOUT",
    "Adapter",
    "Answer",
    "Asked",
    "CommandAdapter",
    "ExpressionAdapter",
    "HeadlineAdapter",
    "NoAnswerError",
    "PeerAdapter",
    "ProxyAdapter",
    "PythonAdapter",
]
