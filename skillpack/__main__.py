"""`python -m skillpack`."""

from skillpack.cli.main import main

main()
