"""Python scripts: where what they read goes to."""
