# A conservator compares states of a painting, an X-ray and bands of a camera. Judges: libvips, jq.
. "${BASH_SOURCE%/*}/journey.sh"

photograph picosdeeuropa before.jpg
vips linear before.jpg after.jpg '1.15 1.08 0.95' '8 4 -6' --uchar
cp before.jpg photo.jpg
# The X-ray is an affine transform of the photograph. The guide lists its points.
vips colourspace photo.jpg grey.v b-w
vips affine grey.v xray.jpg '0.62 0.035 -0.02 0.58' --odx 3 --ody 38 --oarea '0 0 800 580'
mkdir bands
for band in 1 2 3; do vips extract_band photo.jpg "bands/band-$band.jpg" $((3 - band)); done
blocks csv comparisons >points.csv
guide comparisons
ziggurat verify public

for page in before-after photo-xray spectrum; do
    [[ -f public/$page/index.html ]] || fail "no page: $page"
done
ziggurat list public --json | jq --exit-status '[.comparisons[].images] == [2, 2, 3]' >/dev/null
# The transform is the inverse of the transform by libvips.
ziggurat compare public/photo public/xray --output public --mode overlay --registration points.csv --json |
    jq --exit-status '.registrations[0].matrix as [$a, $b, $c, $d]
        | [0.62 * $a - 0.02 * $c - 1, 0.62 * $b - 0.02 * $d, 0.035 * $a + 0.58 * $c, 0.035 * $b + 0.58 * $d - 1]
        | all(fabs < 0.002)' >/dev/null || fail "another transform"

# The negative controls: a missing export is found, and points on one line are rejected.
claims comparisons 'is deleted only with `--comparisons`' 'in use.*before-after' ziggurat remove after --output public
[[ -d public/after ]] || fail "remove breaks a comparison"
rm -r public/after
if ziggurat verify public >/dev/null 2>&1; then fail "verify accepts a comparison without its export"; fi
printf 'firstX,firstY,x,y\n0,0,0,0\n100,100,50,50\n200,200,100,100\n' >line.csv
if ziggurat compare public/photo public/xray --output public --name line --registration line.csv 2>errors; then
    fail "points on one line are accepted"
fi
grep -q 'line.csv: line 4: the points of .* are on one line' errors
