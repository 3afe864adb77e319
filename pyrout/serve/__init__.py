"""`pyrout serve`: the page over a drawing made editable, on this machine only.

`app` is the server, `requests` the table of what the page asks, `page` has its files. `pool` keeps the processes that solve,
`jobs` is what they do, `tables` for positions on a table. `edits` changes positions, `blocks` those on a table. `examples`
lists the shipped positions, `uploads` keeps the board archives that were opened.
"""
