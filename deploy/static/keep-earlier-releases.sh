#!/bin/sh
# Runs before nginx starts. Copies this release's hashed files into the volume at /var/releases. The volume keeps the files
# of earlier releases for a week after they were replaced, because open consoles still load them. Does nothing without a volume.
set -u

html=${1:-/usr/share/nginx/html}
releases=${2:-/var/releases}
served=${3:-/tmp/earlier}
folder=$releases/$APP
list=$releases/$APP.files

[ -w "$releases" ] || exit 0

hashed_files() {
  find . -type f | grep -E '\.[0-9a-f]{8,32}\.[a-z0-9.]+$'
}

# Writes the file atomically, because other containers may be serving from the same volume.
put() {
  new=$(mktemp "$releases/.new.XXXXXX") && cat >"$new" && chmod 644 "$new" && mv "$new" "$1" && return
  rm -f "$new"
  echo "$1 could not be written" >&2
}

# A full volume must not prevent the start, so errors below are ignored.
cd "$html" || exit 0
find . -type d | while read -r name; do mkdir -p "$folder/$name"; done
ln -sfn "$folder" "$served"

# The previous release was in use until now, so its files get the current time.
if [ -f "$list" ]; then
  while read -r name; do [ ! -f "$folder/$name" ] || touch "$folder/$name"; done <"$list"
fi
hashed_files | while read -r name; do
  if [ -f "$folder/$name" ]; then touch "$folder/$name"; else put "$folder/$name" <"$name"; fi
done
hashed_files | put "$list"
find "$folder" -type f -mtime +6 -exec rm -f {} +
exit 0
