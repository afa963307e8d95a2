"""The jobs of the command line as functions, for programs."""
