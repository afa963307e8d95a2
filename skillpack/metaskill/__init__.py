"""Programs of skills, run in a process of their own (metaSKILLs)."""
