"""blake2b alone: hashlib brings OpenSSL along, which would be a twentieth of a short command."""

try:
    from _blake2 import blake2b
except ImportError:  # a Python that is built in another way
    from hashlib import blake2b

__all__ = ["blake2b"]
