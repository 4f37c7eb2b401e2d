#!/usr/bin/env bash
# Installs the Debian package on a bare Debian 12 and exports an image there. Needs root, debootstrap, and
# the packages of a mirror; `make deb` builds the package.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

fail() {
    printf 'debian: %s\n' "$*" >&2
    exit 1
}

packages=(.build/packages/ziggurat_*.deb)
[[ ${#packages[@]} == 1 && -f ${packages[0]} ]] || fail "there is not one package in .build/packages; run make deb"
root=$(mktemp -d)
finish() {
    ! mountpoint -q "$root/proc" || umount "$root/proc"
    rm -rf --one-file-system "$root"
}
trap finish EXIT
debootstrap --variant=minbase bookworm "$root" >"$root.log" 2>&1 || fail "debootstrap failed; see $root.log"
cp /etc/apt/sources.list "$root/etc/apt/" 2>/dev/null || true
mount -t proc proc "$root/proc"
inside() { chroot "$root" env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"; }
# The negative control: the bare system does not have the program.
! inside ziggurat --version >/dev/null 2>&1 || fail "the bare Debian has the program already"
cp "${packages[0]}" "$root/tmp/ziggurat.deb"
inside sh -ec '
    apt-get update
    apt-get install --yes --no-install-recommends /tmp/ziggurat.deb man-db' >>"$root.log" 2>&1 ||
    fail "the package cannot be installed; see $root.log"

inside sh -ec '
    cd /tmp
    ziggurat sample --replace --size 3000x2000 photo.jpg
    ziggurat export photo.jpg --layout dzi,iiif3 --base-url https://example.org --output public
    ziggurat verify public' || fail "an image cannot be exported"
missing=$(inside ziggurat doctor | grep '^Missing' || true)
[[ $missing == *" rclone" ]] || fail "more than rclone is missing: $missing"
inside dpkg --verify ziggurat || fail "installed files differ from the package"
inside man --pager=cat ziggurat | grep -q -- --layout || fail "the manual page has no options"
! inside sh -c 'command -v swift' || fail "the bare Debian has Swift"
rm -f "$root.log"
echo "${packages[0]} works on a bare Debian 12"
