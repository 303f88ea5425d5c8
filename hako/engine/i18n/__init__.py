"""Words: what cannot be done, and every sentence, in the language of whoever reads it."""
