# A developer adds tiles to an iOS app. Judges: the names that the views request, and libvips.
. "${BASH_SOURCE%/*}/journey.sh"

photograph free photo.jpg
guide ios

width=$(vipsheader -f width photo.jpg) height=$(vipsheader -f height photo.jpg)
# PhotoScroller: scales 1000, 500, 250 and 125 in tiles of 256.
for scale in 1000 500 250 125; do
    columns=$((((width * scale + 999) / 1000 + 255) / 256)) rows=$((((height * scale + 999) / 1000 + 255) / 256))
    for ((row = 0; row < rows; row++)); do
        for ((column = 0; column < columns; column++)); do
            tile=tiles/photo/photoscroller/photo_${scale}_${column}_${row}.png
            [[ -f $tile ]] || fail "$tile is missing"
        done
    done
done
tile=tiles/photo/photoscroller/photo_1000_0_0.png
[[ $(vipsheader -f width "$tile")x$(vipsheader -f height "$tile") == 256x256 ]] || fail "$tile is not 256 × 256"
[[ -f tiles/photo-own/template/photo-own/0_0_0.jpg ]] || fail "the tile of the template is missing"
[[ ! -e tiles/photo/photoscroller/index.html ]] || fail "the layout has a page"
claims ios 'where `Bundle.main.path(forResource:ofType:)` finds them' 'Bundle\.main\.path\(forResource: [a-z]+, ofType: "[a-z]+"\)' \
    cat tiles/photo/photoscroller/README.txt
