# An archive exports a mixed folder: images of many formats, damaged images, other files, and special files.
# Judges: the exit status, the kernel's count of memory, and libvips, which reads exported tiles.
. "${BASH_SOURCE%/*}/journey.sh"

kinds=(jpg png tif webp gif jp2 jxl avif heic ppm pgm hdr bmp pdf svg)
copies=20
# The folder has undamaged, damaged and empty images, and other files.
mkdir -p originals box/inner
photograph greentock originals/whole.png
vips thumbnail originals/whole.png originals/small.png 150
for kind in "${kinds[@]}"; do
    case $kind in
    svg)
        echo '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><circle r="40"/></svg>' \
            >originals/one.svg
        ;;
    pdf)
        printf '%s\n' '%PDF-1.4' '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj' \
            '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj' \
            '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 90 60] >> endobj' \
            'trailer << /Root 1 0 R >>' '%%EOF' >originals/one.pdf
        ;;
    *) vips copy originals/small.png "originals/one.$kind" ;;
    esac
    for ((copy = 0; copy < copies; copy++)); do
        cp "originals/one.$kind" "box/inner/$kind-$copy.$kind"
    done
    head -c 40 "originals/one.$kind" >"box/cut-$kind.$kind"
    head -c 3000 /dev/urandom >"box/noise-$kind.$kind"
    : >"box/empty-$kind.$kind"
done
for ((copy = 0; copy < 150; copy++)); do
    echo "a note" >"box/inner/note-$copy.$((copy % 3 ? 1 : 0))txt"
done
mkfifo box/pipe.jpg
python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("box/socket.png")'
ln -s . box/loop
ln -s missing box/broken.tif
# If a decoder would exceed the memory limit, the run prints one line and continues.
vips black originals/large.gif 12000 12000
cp originals/large.gif box/large.gif

# run FOLDER OUTPUT: exports, prints the exit status and the peak of the program's memory in KB.
run() {
    judge - "$@" <<'END'
import resource, subprocess, sys
folder, output = sys.argv[1:]
with open(f"{output}.log", "w") as log:
    status = subprocess.run(
        ["ziggurat", "export", folder, "--recursive", "--output", output, "--max-memory", "300",
         "--name", "{stem}-{ext}"],
        stdout=subprocess.DEVNULL, stderr=log).returncode
print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
END
}
read -r status peak < <(run box public)
[[ $status == 1 ]] || fail "status $status instead of 1"
exported=$(find public -name ziggurat.json | wc -l)
((exported == copies * ${#kinds[@]})) || fail "$exported exports"
# Each damaged image causes one line. Other errors are failures.
damaged=$(find box -maxdepth 1 -type f -o -maxdepth 1 -name broken.tif | wc -l)
subjects=$(grep -o '^ziggurat: box/[^:]*' public.log)
errors=$(wc -l <<<"$subjects")
(($(sort -u <<<"$subjects" | wc -l) == errors)) || fail "several errors about one file"
((damaged == errors)) || fail "$errors errors about $damaged damaged images"
! grep -q 'pipe.jpg\|socket.png' public.log || fail "something that is not a file was opened"
mapfile -t tiles < <(find public -name 0_0.jpg -path '*/8/*')
((${#tiles[@]} >= 200)) || fail "only ${#tiles[@]} exports have the level 8"
for tile in "${tiles[@]}"; do
    vips avg "$tile" >/dev/null || fail "$tile cannot be read"
done
ziggurat verify public >/dev/null

# The memory does not grow with the number of images.
mkdir few
for kind in "${kinds[@]}"; do cp "originals/one.$kind" few/; done
read -r status fewPeak < <(run few few-public)
[[ $status == 0 ]] || fail "$(<few-public.log)"
((peak < fewPeak + 40000)) || fail "a peak of $peak KB, and of $fewPeak KB with few images"
