#!/bin/sh
# Before nginx starts: puts this release's hashed files into the volume at /var/releases, where those of earlier releases
# stay for a week after they were replaced. Consoles that are open on them still fetch them. Without a volume it does nothing.
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

# Whole at once: other containers may be serving from the same volume.
put() {
  new=$(mktemp "$releases/.new.XXXXXX") && cat >"$new" && chmod 644 "$new" && mv "$new" "$1" && return
  rm -f "$new"
  echo "$1 could not be kept" >&2
}

# A full volume is no reason not to serve what is here: nothing below ends the start.
cd "$html" || exit 0
find . -type d | while read -r name; do mkdir -p "$folder/$name"; done
ln -sfn "$folder" "$served"

# The release before this one was in use until now, however old its files are.
if [ -f "$list" ]; then
  while read -r name; do [ ! -f "$folder/$name" ] || touch "$folder/$name"; done <"$list"
fi
hashed_files | while read -r name; do
  if [ -f "$folder/$name" ]; then touch "$folder/$name"; else put "$folder/$name" <"$name"; fi
done
hashed_files | put "$list"
find "$folder" -type f -mtime +6 -exec rm -f {} +
exit 0
