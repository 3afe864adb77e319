"""Makes the pages of the handbook that are written from the program: rules, options, positions, reference. `hook.py` hands
them to mkdocs; nothing that is made here is committed."""
