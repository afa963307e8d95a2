"""One root: its receipts, its lock file, and the transaction that alone changes it."""
