"""Fit pictures of docs/images into the App Directory's 16:9.

uv run python docs/app-directory/make_pictures.py
"""

from pathlib import Path

from PIL import Image

HERE = Path(__file__).parent
SIZE = (1280, 720)
MARGIN = 16
MESSAGE_WIDTH = 690
"""Width of a message in the documentation's pictures, in pixels; the rest is empty."""
PICTURES = ("board", "connect4", "review", "leaderboard")


def fitted(picture: Image.Image) -> Image.Image:
    """Return the message in the middle of a 16:9 picture, on its own background."""
    picture = picture.convert("RGB").crop((0, 0, MESSAGE_WIDTH, picture.height))
    background = Image.new("RGB", SIZE, picture.getpixel((0, 0)))
    picture.thumbnail((SIZE[0] - 2 * MARGIN, SIZE[1] - 2 * MARGIN), Image.Resampling.LANCZOS)
    background.paste(picture, ((SIZE[0] - picture.width) // 2, (SIZE[1] - picture.height) // 2))
    return background


if __name__ == "__main__":
    for name in PICTURES:
        with Image.open(HERE.parent / "images" / f"{name}.png") as image:
            fitted(image).quantize(256).save(HERE / f"{name}.png", optimize=True)
