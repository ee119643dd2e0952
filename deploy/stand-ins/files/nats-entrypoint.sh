#!/bin/sh
# Removes settings that nats-server 2.9 does not support.
echo 'stand-in for nats:2' >&2
[ "$1" = --config ] || exec nats-server "$@"
grep -v sync_interval "$2" >/dev/shm/nats.conf
exec nats-server --config /dev/shm/nats.conf
