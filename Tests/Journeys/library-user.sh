# A developer calls the library from a package: the program of the README. Judge: libvips, whose pyramid of the
# same image has the same files with nearly the same pixels.
. "${BASH_SOURCE%/*}/journey.sh"

mkdir -p Sources/example
awk '$0 == "```swift" { on = 1; next } /^```$/ { on = 0 } on' "$REPOSITORY_ROOT/README.md" >Sources/example/main.swift
grep -q 'import ZigguratKit' Sources/example/main.swift || fail "the README has no program"
cat >Package.swift <<END
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Example",
    dependencies: [.package(name: "Ziggurat", path: "$REPOSITORY_ROOT")],
    targets: [
        .executableTarget(name: "example", dependencies: [.product(name: "ZigguratKit", package: "Ziggurat")])
    ])
END
products="$REPOSITORY_ROOT/.build/examples"
swift build --scratch-path "$products" >build.log 2>&1 || fail "not built: $(tail -20 build.log)"

photograph seeding photo.jpg
"$products/debug/example" >output.txt
grep -q '^public/photo/dzi: ' output.txt || fail "the program printed: $(cat output.txt)"

vips dzsave photo.jpg expected --overlap 1 --suffix '.jpg[Q=75]'
names() { (cd "$1" && find . -name '*_*.jpg' | sort); }
diff <(names expected_files) <(names public/photo/dzi/photo_files) || fail "tile names differ from libvips"

# Compares two tiles of the largest level.
level=$(ls expected_files | sort -n | tail -1)
for tile in 0_0 1_1; do
    vips subtract "expected_files/$level/$tile.jpg" "public/photo/dzi/photo_files/$level/$tile.jpg" difference.v
    vips abs difference.v distance.v
    mean=$(vips avg distance.v)
    [[ ${mean%.*} -lt 3 ]] || fail "tile $tile differs from that of libvips by $mean"
done
ziggurat verify public
