# A user with colour-managed masters keeps profiles and 16 bits. Judge: libvips.
. "${BASH_SOURCE%/*}/journey.sh"

photograph life photo.v
vips icc_transform photo.v photo.jpg p3 --input-profile srgb
guide colour
tile=$(find public/photo-keep/dzi -name 0_0.jpg | sort | tail -n 1)
vipsheader -a "$tile" | grep -q icc-profile-data || fail "the tile has no profile"
tile=$(find public/photo-16/dzi -name 0_0.png | sort | tail -n 1)
[[ $(vipsheader "$tile") == *" ushort, "* ]] || fail "the tile has no 16 bits"
# The negative control: tiles in sRGB have no profile.
ziggurat export photo.jpg --name photo-plain --output public
tile=$(find public/photo-plain/dzi -name 0_0.jpg | sort | tail -n 1)
if vipsheader -a "$tile" | grep -q icc-profile-data; then fail "a tile in sRGB has a profile"; fi
