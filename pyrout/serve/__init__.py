"""`pyrout serve`: the page over a drawing made editable, on this machine only.

`app` answers requests, `page` has the files of the page, `pool` keeps the processes that solve and kills those that take too
long, `jobs` is what they do, `tables` for positions on a table, `edits` changes positions, `blocks` those on a table,
`examples` lists the shipped positions, `uploads` keeps the board archives that were opened.
"""
