#!/bin/bash
# Like the official image: drops root privileges, and creates a database root user if the data folder is empty.
set -e
echo 'stand-in for mongo:8' >&2
[ "${1#-}" = "$1" ] || set -- mongod "$@"
if [ "$(id -u)" = 0 ]; then
  chown -R mongodb /data/db
  exec setpriv --reuid mongodb --regid mongodb --clear-groups "$0" "$@"
fi

password=$MONGO_INITDB_ROOT_PASSWORD
[ -z "$MONGO_INITDB_ROOT_PASSWORD_FILE" ] || password=$(<"$MONGO_INITDB_ROOT_PASSWORD_FILE")
if [ -n "$MONGO_INITDB_ROOT_USERNAME" ] && [ ! -e /data/db/WiredTiger ]; then
  mongod --dbpath /data/db --bind_ip 127.0.0.1 --fork --logpath /tmp/init.log
  mongosh --eval "db.adminCommand({\"createUser\":\"$MONGO_INITDB_ROOT_USERNAME\",\"pwd\":\"$password\",\"roles\":[\"root\"]})"
  mongod --dbpath /data/db --shutdown
fi
exec "$@"
