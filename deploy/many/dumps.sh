#!/bin/sh
# Dump the database once a day and keep the last seven dumps; `now` makes one more and ends, `restore FILE` replaces the
# database after one more dump. A dump gets its name once it is complete and readable; a failed one is retried after 15
# minutes.
set -eu

export PGHOST=database PGUSER="$POSTGRES_USER" PGDATABASE="$POSTGRES_DB" PGPASSWORD="$POSTGRES_PASSWORD"
umask 077

dump() {
    file=/dumps/flipfour-$(date -u +%Y%m%dT%H%M%SZ).dump
    if pg_dump --format=custom --file="$file.part" && pg_restore --list "$file.part" > /dev/null; then
        mv "$file.part" "$file"
        echo "dumped to $file"
    else
        rm -f "$file.part"
        return 1
    fi
}

if [ "${1:-}" = now ]; then
    dump
    exit
fi

if [ "${1:-}" = restore ]; then
    pg_restore --list "$2" > /dev/null
    dump
    # Not `pg_restore --clean`: it leaves tables that a newer version added, and the next update finds them. While a bot
    # is connected, dropdb refuses.
    dropdb "$PGDATABASE"
    createdb "$PGDATABASE"
    pg_restore --exit-on-error --dbname="$PGDATABASE" "$2"
    echo "restored $2"
    exit
fi

rm -f /dumps/*.part
while :; do
    if [ -n "$(find /dumps -name '*.dump' -mmin -1440)" ]; then
        sleep 300
    elif dump; then
        ls -1t /dumps/*.dump | tail -n +8 | xargs -r rm -f --
    else
        echo "no dump could be made: trying again in 15 minutes" >&2
        sleep 900
    fi
done
