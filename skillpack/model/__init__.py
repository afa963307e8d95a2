"""Frozen values that every other room speaks in; nothing here reads or writes."""
