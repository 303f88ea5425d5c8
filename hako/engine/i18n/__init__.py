"""Internationalization: text catalogues, failures and lazy texts, rendered in any language."""
