"""`flipfour demo`: the unmodified bot on a simulated Discord (simcord), in a page of the browser."""
