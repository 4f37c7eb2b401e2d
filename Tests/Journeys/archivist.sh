# An archivist keeps exports as bags. Judges: bagit and sha256sum.
. "${BASH_SOURCE%/*}/journey.sh"

photograph Picture_1A scans/photo.jpg
guide archives
judge -m bagit --quiet --validate bags/photo
cmp scans/photo.jpg bags/photo/data/original/photo.jpg
unzip -tqq packed/photo/photo-dzi.zip

# The negative controls: both judges find a changed byte.
tile=$(find bags/photo/data/iiif3 -name default.jpg | sort | head -n 1)
printf 'x' | dd of="$tile" bs=1 seek=300 conv=notrunc status=none
if judge -m bagit --quiet --validate bags/photo 2>/dev/null; then fail "bagit accepts a damaged bag"; fi
if ziggurat verify bags >/dev/null 2>&1; then fail "verify accepts a damaged bag"; fi
