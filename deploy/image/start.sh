#!/bin/sh
# Starts `flipfour` in the container, with the search core that was compiled when the image was built. On a processor
# that cannot run it, the core is compiled for that one at the first start, and kept in the volume.
set -eu
. /app/image/processor.sh
if [ "$fits" = yes ]; then
    # Numba only reads from folders it could write to, and the image is read-only.
    NUMBA_CACHE_DIR=/tmp/flipfour-compiled
    if [ ! -d "$NUMBA_CACHE_DIR" ]; then
        cp -R /app/compiled "$NUMBA_CACHE_DIR.$$"
        # Another command may have been faster.
        mv -T "$NUMBA_CACHE_DIR.$$" "$NUMBA_CACHE_DIR" 2>/dev/null || rm -rf "$NUMBA_CACHE_DIR.$$"
    fi
else
    NUMBA_CACHE_DIR=/data/compiled
fi
export NUMBA_CACHE_DIR
exec /app/bin/flipfour "$@"
