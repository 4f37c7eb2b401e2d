# A librarian publishes images for IIIF viewers. Judge: the classes of iiif-prezi3.
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
