#!/bin/sh
# Runs once, when the cluster is made: the user of Packhouse owns its database and is no superuser. It may make roles for the first migrations.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --set password="$(cat /run/secrets/packhouse_password)" <<'SQL'
CREATE ROLE packhouse LOGIN CREATEROLE PASSWORD :'password';
CREATE DATABASE packhouse OWNER packhouse ENCODING 'UTF8' TEMPLATE template0;
SQL
