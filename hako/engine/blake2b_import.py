"""The hash function blake2b without hashlib, which loads OpenSSL: 5 % of a short command's time."""

try:
    from _blake2 import blake2b
except ImportError:  # a Python that is built in another way
    from hashlib import blake2b

__all__ = ["blake2b"]
