# A librarian publishes images and books for IIIF viewers. Judge: the classes of iiif-prezi3.
. "${BASH_SOURCE%/*}/journey.sh"

photograph Wine photo.jpg
guide choosing-a-layout
judge - public/photo/iiif3/manifest.json public/collection.json <<'END'
import json
import sys
from iiif_prezi3 import Collection, Manifest

manifest = json.load(open(sys.argv[1]))
Manifest(**manifest)
collection = json.load(open(sys.argv[2]))
Collection(**collection)
assert [item["id"] for item in collection["items"]] == [manifest["id"]]
assert manifest["id"] == "https://example.org/maps/photo/iiif3/manifest.json"
# The negative control: the classes reject a manifest whose items are a text.
manifest["items"] = "none"
try:
    Manifest(**manifest)
except Exception:
    sys.exit()
sys.exit("a manifest with a text for its items passed")
END

for page in 001 002 003; do photograph Wine "album/$page.jpg"; done
# A PDF of two small pages.
python3 - >report.pdf <<'END'
page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 60 40] >>"
objects = ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>", page, page]
text, places = "%PDF-1.4\n", []
for number, content in enumerate(objects, 1):
    places.append(len(text))
    text += f"{number} 0 obj\n{content}\nendobj\n"
table = "".join(f"{place:010} 00000 n \n" for place in places)
print(f"{text}xref\n0 5\n0000000000 65535 f \n{table}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n{len(text)}\n%%EOF")
END
blocks csv books >albums.csv
guide books
judge - public <<'END'
import json
import sys
from iiif_prezi3 import Collection, Manifest

read = lambda path: json.load(open(f"{sys.argv[1]}/{path}"))
books = {name: read(f"{name}/manifest.json") for name in ["album", "report"]}
for book in books.values():
    Manifest(**book)
collection = read("collection.json")
Collection(**collection)
assert [item["id"] for item in collection["items"]] == [
    books["album"]["id"], "https://example.org/maps/photo/iiif3/manifest.json", books["report"]["id"]]
labels = {name: [canvas["label"]["none"][0] for canvas in book["items"]] for name, book in books.items()}
assert labels == {"album": ["i", "1", "2"], "report": ["1", "2"]}, labels
sections = [section["label"]["none"] for section in books["album"]["structures"]]
assert sections == [["Front matter"], ["The harvest"]], sections
assert books["report"]["homepage"][0]["id"] == "https://example.org/report"
assert open(f"{sys.argv[1]}/index.html").read().count('class="open"') == 3
END
grep -q '"paged"' public/album/manifest.json || fail "the book is not paged"
claims books 'The manifest has the behaviour `paged`' '"viewingDirection" *: *"right-to-left"' \
    bash -c 'ziggurat export --book album --output public --reading-direction rtl && cat public/album/manifest.json'
claims books 'prints the book and the number of its pages' '^album: book, 3 pages$' ziggurat list public
claims books '`--page all` exports it as an image, with a note' 'has one page.*not as a book' \
    bash -c 'vips thumbnail album/001.jpg one.png 60; gdal_translate -q -of PDF one.png one.pdf; ziggurat export one.pdf --page all --output single'
claims books 'the only page of a book is not removed' 'in use' \
    bash -c 'ziggurat remove 001 002 --output public/album; ziggurat remove 003 --output public/album'
