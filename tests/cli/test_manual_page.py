"""The manual page says what --help says today."""

from tests.cli.manual_page import PAGE, manual


def test_the_page_that_is_installed_is_made_of_the_help_of_now() -> None:
    """`make man` writes it anew."""
    assert PAGE.read_text("utf-8") == manual()


def test_it_has_no_sign_that_only_click_knows() -> None:
    """A terminal would obey the one that click has for lines that stand as they are."""
    assert all(line.isprintable() for line in manual().splitlines())
    assert "\n.nf\nrestrict,pty,command" in manual()
