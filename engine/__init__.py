"""Rules of the games and the search core: no I/O, no asyncio, no Discord."""
