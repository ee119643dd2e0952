#!/bin/sh
# Removes settings that nats-server 2.9 does not support.
echo 'stand-in for nats:2' >&2
# Like the official image: the command may name the program.
[ "$1" != nats-server ] || shift
[ "$1" = --config ] || exec nats-server "$@"
grep -v sync_interval "$2" >/dev/shm/nats.conf
exec nats-server --config /dev/shm/nats.conf
