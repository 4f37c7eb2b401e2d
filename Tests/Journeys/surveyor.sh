# A surveyor publishes an image that was delivered in pieces. Judge: libvips joins the pieces.
. "${BASH_SOURCE%/*}/journey.sh"

photograph Dragonfly photo.v
mkdir survey
for row in 0 1; do
    for column in 0 1 2; do
        vips crop photo.v "survey/${row}_$column.tif" $((400 * column)) $((300 * row)) 400 300
    done
done
# The twelve tiles of a level, in an archive and as files.
vips crop photo.v map.png 0 0 1000 600
ziggurat export map.png --layout xyz --container pmtiles --output archive
ziggurat export map.png --layout xyz --output files
mv archive/map/map.pmtiles .
guide mosaics

vips arrayjoin "$(printf '%s ' survey/*.tif)" joined.png --across 3
ziggurat export joined.png --layout dzi,xyz --output expected
diff -r public/survey/xyz expected/joined/xyz --exclude '*.html' --exclude '*.json' --exclude '*.js' --exclude '*.png'
diff -r public/survey/dzi/survey_files expected/joined/dzi/joined_files

vips arrayjoin "$(printf 'files/map/xyz/2/%s.jpg ' {0..3}/0 {0..3}/1 {0..3}/2)" tiles.png --across 4
vips crop tiles.png map.png 0 0 1000 600
ziggurat export map.png --layout iiif3 --output expected
diff -r iiif/map/iiif3 expected/map/iiif3 --exclude '*.html' --exclude '*.json' --exclude '*.js' --exclude '*.png'

# The negative control: a wrong piece at the position of another piece.
cp survey/0_0.tif survey/1_2.tif
ziggurat export survey.json --layout dzi,xyz --output public
if diff -rq public/survey/dzi/survey_files expected/joined/dzi/joined_files >/dev/null; then
    fail "a changed piece did not change the tiles"
fi
