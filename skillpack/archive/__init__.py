"""Trees -> archives that are the same bytes on every machine, and the strict way back."""
