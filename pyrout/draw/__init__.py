"""Drawings of positions and their answers: `pyrout draw` and the page of `pyrout serve`.

`layout` says where everything lies, `symbols` what terrain and counters look like, `svg` writes the picture, `plans` that
of a whole Rout Phase, `view` says what each hex is to a unit, `html` writes the page, `png` turns a picture into pixels,
`art` takes the board's own art out of an archive.
"""
