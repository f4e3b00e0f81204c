#!/bin/sh
# Makes the secrets of compose.yaml in the folder secrets/ beside it. Existing ones stay as they are.
#
# The folder is mode 0700, so that nobody else on this machine reads them; the files are readable, since compose shows
# them to the containers with the owner and mode that they have here, and each container has a user of its own.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
cd secrets

# make NAME CONTENT
make() {
  [ -e "$1" ] && return
  printf '%s' "$2" > "$1.draft"
  chmod 0444 "$1.draft"
  mv "$1.draft" "$1"
  echo "made secrets/$1"
}

random() {
  od -An -N32 -tx1 /dev/urandom | tr -d ' \n'
}

make secret-key "$(random)"
make mongodb-key "$(random)"
make mongodb-root-password "$(random)"
make mongodb-password "$(random)"
hosts=mongodb-1:27017,mongodb-2:27017,mongodb-3:27017
make mongodb-url "mongodb://snippet-store:$(cat mongodb-password)@$hosts/snippets?replicaSet=snippets"
