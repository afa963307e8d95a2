"""Where skills go: roots of Metis, of workspaces and of other agents."""
