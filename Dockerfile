# docker build -t flipfour .
# For several platforms: docker buildx build --platform linux/amd64,linux/arm64 -t flipfour .

# The newest one: docker buildx imagetools inspect python:3.12-slim
FROM python:3.12-slim@sha256:78387bc3881b8273120a12ebe6c1ab22b018ccc2c9adf565ae1ac9b536e184ea AS python

FROM python AS build
WORKDIR /src
RUN python -m venv --without-pip /app && python -m venv /tools
ENV PIP_PYTHON=/app/bin/python PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
COPY requirements.txt ./
# Without what only the demo needs.
RUN sed '/^# Demo/,/^# Build/d' requirements.txt > here.txt && sed '1,/^# Build/d' requirements.txt > build.txt \
    && /tools/bin/pip install --no-compile --require-hashes -r here.txt \
    && find /app/lib -type d -name tests -prune -exec rm -r {} +
COPY pyproject.toml README.md LICENSE hatch_build.py ./
COPY bot bot
COPY renderers renderers
COPY data data
COPY engine engine
COPY executors executors
COPY bench bench
COPY languages languages
RUN /tools/bin/pip install --no-compile --no-deps --no-build-isolation . && /tools/bin/pip uninstall --yes -r build.txt
COPY deploy/image /app/image
# Compile the search core now, so that the first start doesn't have to, and of the packages only what a start imports.
WORKDIR /app
RUN set -eu; . /app/image/processor.sh; export NUMBA_CACHE_DIR=/app/compiled; \
    for game in reversi connect4; do /app/bin/python -m bot.core.compiler "$game" > /dev/null; done; \
    /app/bin/python -c "import alembic.command, asyncpg, bot.cli, bot.run, distributed, sentry_sdk"

FROM python
RUN useradd --uid 1000 --no-create-home --home-dir /data flipfour && install -d -o 1000 -g 1000 /data
COPY --from=build /app /app
USER 1000:1000
WORKDIR /data
ENV PATH=/app/image:/app/bin:$PATH \
    FLIPFOUR_HEALTH_PORT=8080 \
    FLIPFOUR_WEB_ADDRESS=0.0.0.0 \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=131072 \
    MALLOC_TRIM_THRESHOLD_=65536 \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
# The database and its backups; everything else that is written is temporary, in /tmp.
VOLUME /data
# For people, where their pages are on; that for supervisors is this machine's own.
EXPOSE 8090
HEALTHCHECK --interval=30s --timeout=10s --start-period=90s --retries=3 CMD ["python", "/app/image/healthcheck.py"]
ENTRYPOINT ["flipfour"]
# After a mistake in the settings it waits: Docker would try a wrong token every minute.
CMD ["run", "--exit-delay", "30"]
