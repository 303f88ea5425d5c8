"""The review: a game that is over looked at again, with what each seat could know then."""
