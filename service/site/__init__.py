"""Pages and files for browsers: the board, its preloaded answer, the hint button, documentation pages."""
