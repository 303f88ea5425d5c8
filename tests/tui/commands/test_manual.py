"""The manual page says what --help says today."""

from tests.tui.commands.manual import PAGE, manual


def test_the_page_that_is_installed_is_made_of_the_help_of_now() -> None:
    """`make man` writes it anew."""
    assert PAGE.read_text("utf-8") == manual()
