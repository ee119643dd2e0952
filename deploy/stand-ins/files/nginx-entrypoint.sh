#!/bin/sh
# Like the official image: runs every executable script of the folder, then nginx.
echo 'stand-in for nginx-unprivileged' >&2
for script in /docker-entrypoint.d/*.sh; do
  [ ! -x "$script" ] || "$script"
done
exec "$@"
