"""Readers of JavaScript and TypeScript."""
