#!/bin/sh
# Makes the secrets of compose.yaml in the folder secrets/ beside it, once: existing ones stay. The folder is mode 0700;
# the files are readable, since each container has a user of its own.
set -eu
cd "$(dirname "$0")"
mkdir -p -m 0700 secrets
cd secrets
for name in secret-key mongodb-password; do
  [ -e "$name" ] || od -An -N32 -tx1 /dev/urandom | tr -d ' \n' > "$name"
done
url="mongodb://root:$(cat mongodb-password)@mongodb/snippets?replicaSet=snippets&authSource=admin"
[ -e mongodb-url ] || printf %s "$url" > mongodb-url
chmod 0444 secret-key mongodb-password mongodb-url
