#!/bin/sh
# Makes the files in ./secrets that are missing. TLS: put tls_certificate.pem (with its intermediates) and tls_key.pem there before, or a
# certificate of its own is made, which browsers warn of.
set -eu
umask 077
cd "$(dirname "$0")"
mkdir -p secrets
random() { openssl rand -hex 24; }

[ -e secrets/postgres_password ] || random > secrets/postgres_password
[ -e secrets/packhouse_password ] || random > secrets/packhouse_password
[ -e secrets/database_url ] ||
  printf 'postgres://packhouse:%s@database/packhouse\n' "$(cat secrets/packhouse_password)" > secrets/database_url
[ -e secrets/packhouse_secrets.json ] ||
  printf '{"database":"%s","tokens":"%s"}\n' "$(openssl rand -hex 32)" "$(openssl rand -hex 32)" > secrets/packhouse_secrets.json
if ! [ -e secrets/tls_certificate.pem ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 365 -subj "/CN=${1:-localhost}" \
    -addext "subjectAltName=DNS:${1:-localhost}" -keyout secrets/tls_key.pem -out secrets/tls_certificate.pem 2>/dev/null
fi
# Compose mounts the files as they are: the users of the containers have to be able to read them, and nobody else enters the folder.
chmod 700 secrets
chmod 644 secrets/*
echo "The secrets are in $(pwd)/secrets. Keep a copy of packhouse_secrets.json: without it stored credentials cannot be read."
