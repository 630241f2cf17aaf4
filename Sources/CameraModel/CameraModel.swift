// Filled in by the commits that follow.
