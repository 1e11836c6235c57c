"""The service: what webwinnow finds out about pages, over HTTP, for programs and for the workbench.

    client -> guard (who may ask) -> application (what is asked) -> worker processes (the answer)

`guard` refuses other sites and who has no token; `requests` reads what is asked, and refuses what it does not know;
`answers` is what a worker process does, with `look` and `labelling` for the workbench, whose files are in
the folder of that name. `shelf` answers about the folder of packages: their pages and the `annotations` that
people make, `evaluations` and their leaderboards; `bodies` says what is sent there. `openapi` describes it all from
the same tables; `stand_ins` answers the clients of other readers, and `mcp_tools` language models. Nothing but
`application`, `shelf`, `stand_ins` and `mcp_tools` knows starlette, and no other uvicorn.
"""
