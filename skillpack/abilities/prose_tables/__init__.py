"""The words of orders in each language: data for `prose.py`."""
