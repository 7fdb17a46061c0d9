# docker build -t flipfour .
# For several platforms: docker buildx build --platform linux/amd64,linux/arm64 -t flipfour .

FROM python:3.12-slim AS build
WORKDIR /src
RUN python -m venv /app
COPY requirements.txt ./
RUN /app/bin/pip install --no-cache-dir --require-hashes -r requirements.txt
COPY pyproject.toml README.md LICENSE ./
COPY bot bot
COPY renderers renderers
COPY data data
COPY engine engine
COPY executors executors
COPY bench bench
RUN /app/bin/pip install --no-cache-dir --no-deps .
COPY deploy/image /app/image
# Compile the search core now, so that the first start doesn't have to.
WORKDIR /app
RUN set -eu; . /app/image/processor.sh; export NUMBA_CACHE_DIR=/app/compiled; \
    for game in reversi connect4; do /app/bin/python -m bot.computer.compiler "$game" > /dev/null; done

FROM python:3.12-slim
RUN useradd --uid 1000 --no-create-home --home-dir /data flipfour && install -d -o 1000 -g 1000 /data
COPY --from=build /app /app
USER 1000:1000
WORKDIR /data
ENV PATH=/app/image:/app/bin:$PATH \
    DATABASE_URL=sqlite:////data/flipfour.db \
    FLIPFOUR_HEALTH_PORT=8080 \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
# The database and its backups; everything else that is written is temporary, in /tmp.
VOLUME /data
HEALTHCHECK --interval=30s --timeout=10s --start-period=90s --retries=3 CMD ["python", "/app/image/healthcheck.py"]
ENTRYPOINT ["flipfour"]
CMD ["run"]
