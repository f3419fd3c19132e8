"""Many games: the grid cut into chunks of deals, played by workers, stored as Parquet."""
