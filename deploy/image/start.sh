#!/bin/sh
# Start `flipfour` in the container, with the search core compiled when the image was built. A processor that cannot run
# it compiles its own at the first start, and stores it in the volume.
set -eu
. /app/image/processor.sh
if [ "$fits" = yes ]; then
    # Numba only reads a cache in a writable folder, and the image is read-only.
    NUMBA_CACHE_DIR=/tmp/flipfour-compiled
    if [ ! -d "$NUMBA_CACHE_DIR" ]; then
        cp -R /app/compiled "$NUMBA_CACHE_DIR.$$"
        # Another command may have been first.
        mv -T "$NUMBA_CACHE_DIR.$$" "$NUMBA_CACHE_DIR" 2>/dev/null || rm -rf "$NUMBA_CACHE_DIR.$$"
    fi
else
    NUMBA_CACHE_DIR=/data/compiled
fi
export NUMBA_CACHE_DIR
exec /app/bin/flipfour "$@"
