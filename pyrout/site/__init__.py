"""A site without a server: the page of `pyrout serve`, with the referee in a worker of the browser.

`build.sh` makes the parts that are no Python of ours (clingo compiled to WebAssembly, Pyodide's core); `python -m
pyrout.site -o FOLDER` puts them and the page together. In the browser `front.js` answers what the page asks of
`/api`, by the worker `worker.mjs`, in which `referee.mjs` runs `host.py`; `offline.js` keeps the site for the next
visit.
"""
