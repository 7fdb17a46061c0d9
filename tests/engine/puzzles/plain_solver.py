"""Values of moves by alpha-beta as plainly as it can be written, without the engine's rules and search."""

from __future__ import annotations

from functools import cache

from tests.engine import oracle

WIDTH, HEIGHT = 7, 6
_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def reversi_values(text: str) -> dict[str, int]:
    """The final score of every move for the side that makes it; {"pass": …} where it has to pass."""
    board = oracle.board_of(text)
    moves = board.moves()
    if not moves:
        return {"pass": -_reversi(board.play(None), -64, 64)}
    return {oracle.name_of(move): -_reversi(board.play(move), -64, 64) for move in moves}


def reversi_after(text: str, move: str) -> str:
    """The text of the position after a move."""
    board = oracle.board_of(text)
    square = None if move == "pass" else ("abcdefgh".index(move[0]), int(move[1]) - 1)
    after = board.play(square)
    owners = after.owners
    signs = ("-" if (x, y) not in owners else "XO"[owners[x, y]] for y in range(8) for x in range(8))
    return f"{''.join(signs)} {'XO'[after.turn]}"


def _reversi(board: oracle.Board, alpha: int, beta: int) -> int:
    moves = board.moves()
    if not moves:
        passed = board.play(None)
        return -_reversi(passed, -beta, -alpha) if passed.moves() else board.score()
    # What leaves the other side few moves is often good, and quickly refuted when it is not.
    for after in sorted(map(board.play, moves), key=lambda after: len(after.moves())):
        alpha = max(alpha, -_reversi(after, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


Columns = tuple[str, ...]
"""The discs of each column from the bottom, "X" and "O"."""


def grid_of(moves: str) -> Columns:
    """The grid after moves on 7 × 6."""
    columns = [""] * WIDTH
    for number, move in enumerate(moves):
        columns[int(move) - 1] += "XO"[number % 2]
    return tuple(columns)


def outcomes(columns: Columns) -> dict[str, int]:
    """1 for each column that wins for the side to move, 0 for a draw, -1 for a loss."""
    after = {column: _dropped(columns, column) for column in range(WIDTH) if len(columns[column]) < HEIGHT}
    return {str(column + 1): 1 if _won(grid, column) else -_outcome(grid) for column, grid in after.items()}


def distances(columns: Columns) -> dict[str, int]:
    """For each column whether it wins, draws or loses, and how soon: the greater the better."""
    found = {}
    for column in range(WIDTH):
        if len(columns[column]) < HEIGHT:
            grid = _dropped(columns, column)
            found[str(column + 1)] = _left(grid) + 1 if _won(grid, column) else -_distance(grid)
    return found


def dropped(columns: Columns, move: str) -> Columns:
    """The grid after a move."""
    return _dropped(columns, int(move) - 1)


def _left(columns: Columns) -> int:
    return WIDTH * HEIGHT - sum(map(len, columns))


def _dropped(columns: Columns, column: int) -> Columns:
    disc = "XO"[sum(map(len, columns)) % 2]
    return (*columns[:column], columns[column] + disc, *columns[column + 1 :])


def _won(columns: Columns, column: int) -> bool:
    """True if the topmost disc of a column is in a row of four."""
    row = len(columns[column]) - 1
    disc = columns[column][row]

    def same(x: int, y: int) -> bool:
        return 0 <= x < WIDTH and 0 <= y < len(columns[x]) and columns[x][y] == disc

    for right, up in _DIRECTIONS:
        count = 1
        for sign in (1, -1):
            x, y = column + sign * right, row + sign * up
            while same(x, y):
                count, x, y = count + 1, x + sign * right, y + sign * up
        if count >= 4:
            return True
    return False


@cache
def _outcome(columns: Columns) -> int:
    value = _distance_sign(columns)
    if value is not None:
        return value
    best = -1
    for column in (3, 2, 4, 1, 5, 0, 6):
        if len(columns[column]) < HEIGHT:
            best = max(best, -_outcome(_dropped(columns, column)))
            if best == 1:
                break
    return best


def _distance_sign(columns: Columns) -> int | None:
    """The value where it is seen at once: a row that can be made, or a full grid."""
    if not _left(columns):
        return 0
    for column in range(WIDTH):
        if len(columns[column]) < HEIGHT and _won(_dropped(columns, column), column):
            return 1
    return None


@cache
def _distance(columns: Columns) -> int:
    if not _left(columns):
        return 0
    values = []
    for column in range(WIDTH):
        if len(columns[column]) < HEIGHT:
            grid = _dropped(columns, column)
            if _won(grid, column):
                return _left(grid) + 1
            values.append(grid)
    return max(-_distance(grid) for grid in values)
