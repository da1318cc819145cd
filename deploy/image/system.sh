#!/bin/sh
# Makes the root of the image of a Debian: system.sh SYSTEM SHELL
# SYSTEM gets the libraries that Node and its modules load, the init and the users; SHELL what `initdb` needs beside them.
set -eu
system=$1
shell=$2

# Each package with its entry in status.d, where scanners look for what is installed.
take() {
  folder=$1
  package=$2
  dpkg --listfiles "$package" | grep -vE '^/usr/share/(doc|man|locale|lintian|bug)|/gconv/|^/etc/ld.so.conf.d' | while read -r path; do
    if [ -d "$path" ]; then continue; fi
    mkdir -p "$folder/$(dirname "$(realpath -s "$path")")"
    cp --no-dereference --preserve=mode "$path" "$folder$path"
  done
  mkdir -p "$folder/var/lib/dpkg/status.d" "$folder/usr/share/doc/$package"
  dpkg --status "$package" > "$folder/var/lib/dpkg/status.d/$package"
  cp --dereference "/usr/share/doc/$package/copyright" "$folder/usr/share/doc/$package/"
}

# In a Debian of today /lib is a link to /usr/lib, and so on.
for root in "$system" "$shell"; do
  mkdir -p "$root"
done
for folder in bin sbin lib lib64; do
  mkdir -p "$system/usr/$folder"
  ln -s "usr/$folder" "$system/$folder"
done
for package in libc6 libgcc-s1 libstdc++6; do take "$system" "$package"; done

mkdir -p "$system/usr/local/bin" "$system/usr/share/doc/tini" "$system/etc" "$system/tmp"
cp /usr/bin/tini-static "$system/usr/local/bin/tini"
cp /usr/share/doc/tini/copyright "$system/usr/share/doc/tini/"
cp /build/passwd /build/group "$system/etc/"
# A new volume takes its owner and its mode from the folder that it is mounted on.
for folder in data files backups; do
  mkdir -p "$system/$folder"
  chown 10001:10001 "$system/$folder"
  chmod 700 "$system/$folder"
done
chmod 1777 "$system/tmp"

mkdir -p "$shell/usr/bin"
cp --dereference /bin/sh "$shell/usr/bin/sh"
