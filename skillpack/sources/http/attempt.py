"""What fails in passing, so that it is worth another attempt."""


class PassingError(Exception):
    """A request failed in a way that may be over at the next attempt; its words are a clause.

    Attributes:
        pause: Seconds that the site asks us to wait; 0 where it asks for nothing.
    """

    def __init__(self, words: str, *, pause: float = 0) -> None:
        super().__init__(words)
        self.pause = pause
