"""Readers of PowerShell, and batch files."""
