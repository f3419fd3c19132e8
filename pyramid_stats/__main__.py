"""Run the command line with ``python -m pyramid_stats``."""

from pyramid_stats.cli.main import main

if __name__ == "__main__":
    main()
