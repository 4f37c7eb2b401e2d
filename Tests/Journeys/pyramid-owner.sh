# The owner of pyramids of another program checks and converts them. Judges: libvips and unzip.
. "${BASH_SOURCE%/*}/journey.sh"

photograph umang photo.jpg
mkdir old
vips dzsave photo.jpg old/photo
vips dzsave photo.jpg old/plain --overlap 0 --tile-size 256
guide existing-pyramids

# Each tile has the bytes that libvips wrote.
mkdir unpacked
unzip -qq new/photo/photo.szi -d unpacked
find old/photo_files -name '*.jpeg' | while read -r tile; do
    copy=${tile#old/}
    cmp "$tile" "unpacked/photo/${copy%.jpeg}.jpg"
done
cmp old/plain_files/10/1_1.jpeg maps/plain/xyz/2/1/1.jpg ||
    cmp old/plain_files/11/1_1.jpeg maps/plain/xyz/3/1/1.jpg

# The negative control: a missing tile is found.
rm old/photo_files/9/0_0.jpeg
if ziggurat verify old/photo.dzi >/dev/null 2>&1; then fail "verify accepts a missing tile"; fi
