FROM python:3.12-slim

RUN useradd --create-home --uid 1000 flipfour && mkdir /data && chown flipfour /data
WORKDIR /app
COPY requirements.txt ./
RUN pip install --no-cache-dir --require-hashes -r requirements.txt
COPY pyproject.toml README.md LICENSE ./
COPY bot bot
COPY renderers renderers
COPY data data
COPY engine engine
COPY training training
COPY bench bench
RUN pip install --no-cache-dir --no-deps .

USER flipfour
# The database and the compiled search core are kept in the volume: they survive a new container.
ENV DATABASE_URL=sqlite:////data/flipfour.db \
    NUMBA_CACHE_DIR=/data/compiled \
    PYTHONUNBUFFERED=1
VOLUME /data
CMD ["flipfour", "run"]
