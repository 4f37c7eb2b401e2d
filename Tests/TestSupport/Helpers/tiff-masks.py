"""Writes TIFF files whose images have transparency masks and smaller levels, and the expected pixels.

tiff-masks.py FOLDER: writes NAME.tif, and NAME-PAGE-WIDTH.raw with 8 bits a sample for each level of each
page. Prints a line "NAME PAGES PAGE WIDTH HEIGHT BANDS" for each RAW file. The pixels follow from TIFF 6.0,
section 8: an image is transparent where the sample of its mask is 0. numpy has to be importable.
"""
import itertools
import struct
import sys
import zlib

import numpy

WIDTH, HEIGHT = 150, 110
# The width and height of a tile, or the number of rows in a strip.
TILES, OTHER_TILES, STRIPS, OTHER_STRIPS = (64, 48), (32, 80), 16, 7
IMAGE, REDUCTION, PAGE, MASK, LEVEL_MASK = 0, 1, 2, 4, 5
TYPES = {"B": 1, "H": 3, "I": 4}
KINDS = {
    "rgb": (3, numpy.uint8), "grey": (1, numpy.uint8), "wide": (1, numpy.uint16), "wide-rgb": (3, numpy.uint16),
    "float": (1, numpy.float32), "signed": (1, numpy.int16), "double": (1, numpy.float64), "narrow": (1, numpy.int8),
    "alpha": (4, numpy.uint8), "premultiplied": (4, numpy.uint8),
}
folder = sys.argv[1]
random = numpy.random.default_rng(11)


def blocks(pixels, layout):
    """Returns the arrays of rows, columns and samples that are stored as separate blocks."""
    height, width = pixels.shape[:2]
    if isinstance(layout, int): return [pixels[top:top + layout] for top in range(0, height, layout)]
    parts = []
    for top, left in itertools.product(range(0, height, layout[1]), range(0, width, layout[0])):
        part = numpy.zeros((layout[1], layout[0], *pixels.shape[2:]), pixels.dtype)
        piece = pixels[top:top + layout[1], left:left + layout[0]]
        part[:piece.shape[0], :piece.shape[1]] = piece
        parts.append(part)
    return parts


def directory(pixels, kind, layout, extra=(), bits=None, lower=0, is_old=False, is_sparse=False):
    """Returns the tags of an image, and its blocks. If `bits` is 1, a sample is stored as one bit."""
    pixels = pixels if pixels.ndim == 3 else pixels[..., None]
    height, width, count = pixels.shape
    is_mask = bool(kind & 4)
    bits = bits or 8 * pixels.itemsize
    stored = []
    for block in blocks(pixels, layout):
        packed = numpy.packbits(block[..., 0] != 0, axis=1) if bits == 1 else block
        # A block without an opaque pixel may be omitted.
        stored.append(b"" if is_sparse and not block.any() else zlib.compress(packed.tobytes()))
    sign = {"u": 1, "i": 2, "f": 3}[pixels.dtype.kind]
    tags = {
        256: ("I", [width]), 257: ("I", [height]), 258: ("H", [bits] * count), 259: ("H", [8]),
        262: ("H", [4 if is_mask else 2 if count >= 3 else 1]), 277: ("H", [count]), 284: ("H", [1]),
        339: ("H", [sign] * count),
    }
    if is_old: tags[255] = ("H", [{IMAGE: 1, REDUCTION: 2, PAGE: 3}[kind]])
    elif kind: tags[254] = ("I", [kind])
    if extra: tags[338] = ("H", extra)
    if lower: tags[330] = ("I", [0] * lower)
    if isinstance(layout, int): tags[278] = ("I", [layout])
    else: tags |= {322: ("H", [layout[0]]), 323: ("H", [layout[1]])}
    return tags, stored, isinstance(layout, int)


def write(name, chain):
    """Writes directories one after another. A pair is a directory and the list of its SubIFDs."""
    data = bytearray(b"II*\0" + bytes(4))

    def put(image, lower=()):
        """Writes a directory; returns its offset, and the offset of the link to the next directory."""
        tags, stored, is_strips = image
        tags = dict(tags)
        offsets = []
        for block in stored:
            offsets.append(len(data) if block else 0)
            data.extend(block)
        tags |= {273 if is_strips else 324: ("I", offsets), 279 if is_strips else 325: ("I", list(map(len, stored)))}
        if lower: tags[330] = ("I", [put(other)[0] for other in lower])
        entries = []
        for tag, (kind, numbers) in sorted(tags.items()):
            value = struct.pack(f"<{len(numbers)}{kind}", *numbers)
            if len(value) > 4:
                data.extend(bytes(len(data) % 2))
                place = len(data)
                data.extend(value)
                value = struct.pack("<I", place)
            entries.append(struct.pack("<HHI", tag, TYPES[kind], len(numbers)) + value.ljust(4, b"\0"))
        data.extend(bytes(len(data) % 2))
        place = len(data)
        data.extend(struct.pack("<H", len(entries)) + b"".join(entries) + bytes(4))
        return place, len(data) - 4

    link = 4
    for item in chain:
        image, lower = item if isinstance(item[0], tuple) else (item, ())
        place, following = put(image, lower)
        data[link:link + 4] = struct.pack("<I", place)
        link = following
    with open(f"{folder}/{name}.tif", "wb") as file: file.write(data)


def pixels_of(kind, width=WIDTH, height=HEIGHT):
    """Returns random samples, and the expected 8 bits of each sample."""
    count, number = KINDS[kind]
    shown = random.integers(0, 128 if kind == "narrow" else 256, (height, width, count)).astype(numpy.uint8)
    if kind == "premultiplied":
        shown[..., 3] = 255
    if kind == "narrow":
        # Signed samples from 0 to 255 are shown without conversion.
        return shown.astype(number), shown
    return (shown.astype(number) * (257 if number == numpy.uint16 else 1)).astype(number), shown


def mask_of(width=WIDTH, height=HEIGHT, bits=1):
    """Returns a mask with half of the pixels, and a corner that is fully transparent."""
    mask = random.integers(0, 2, (height, width)).astype(bool)
    mask[:90, :70] = False
    # The last two rows are opaque, so that opaque pixels cover the range of values.
    mask[-2:] = True
    values = random.integers(1, 256, (height, width)) if bits == 8 else 255
    return mask, numpy.where(mask, values, 0).astype(numpy.uint8)


def masked(shown, mask):
    return numpy.concatenate([shown, numpy.where(mask, 255, 0).astype(numpy.uint8)[..., None]], axis=2)


def tell(name, pages, page, shown):
    height, width, bands = shown.shape
    shown.tofile(f"{folder}/{name}-{page}-{width}.raw")
    print(name, pages, page, width, height, bands)


def one_page(kind, layout, mask_layout, bits, is_sparse=False):
    name = "-".join(map(str, [kind, layout, mask_layout, bits, is_sparse])).replace(" ", "")
    stored, shown = pixels_of(kind)
    mask, values = mask_of(bits=bits)
    extra = {"alpha": [2], "premultiplied": [1]}.get(kind, [])
    write(name, [
        directory(stored, IMAGE, layout, extra), directory(values, MASK, mask_layout, bits=bits, is_sparse=is_sparse)])
    # If the image has an alpha channel, the alpha channel is used instead of the mask.
    tell(name, 1, 1, shown if extra else masked(shown, mask))


def pyramid(order, kind="rgb"):
    """Writes a page with two levels. The colours of the levels differ from the colours of the page."""
    sizes = [(WIDTH, HEIGHT), (WIDTH // 2, HEIGHT // 2), (WIDTH // 4 + 1, HEIGHT // 4 + 1)]
    images, masks, results = [], [], []
    for number, (width, height) in enumerate(sizes):
        stored, shown = pixels_of(kind, width, height)
        mask, values = mask_of(width, height)
        is_old = order == "old"
        images.append(directory(stored, REDUCTION if number else IMAGE, TILES, is_old=is_old))
        masks.append(directory(values, LEVEL_MASK if number else MASK, TILES, bits=1))
        results.append(masked(shown, mask))
    thumbnail = directory(pixels_of("rgb", 30, 30)[0], REDUCTION, STRIPS)
    other = pixels_of("rgb", 40, 33)
    chains = {
        "cog": [images[0], masks[0], *images[1:], *masks[1:]],
        "pairs": [images[0], masks[0], images[1], masks[1], images[2], masks[2]],
        "masks-first": [masks[2], masks[1], masks[0], *images],
        "old": [images[0], *images[1:], *masks],
        "lower": [(images[0], [images[1], masks[1], images[2], masks[2], masks[0]])],
        "lower-mask-after": [(images[0], [images[1], images[2], masks[2], masks[1]]), masks[0]],
        "thumbnail": [thumbnail, images[0], masks[0], *images[1:], *masks[1:]],
        "two-pages": [images[0], *images[1:], *masks, directory(other[0], PAGE, STRIPS), thumbnail],
    }
    name = f"pyramid-{order}-{kind}"
    write(name, chains[order])
    pages = 2 if order == "two-pages" else 1
    for result in results: tell(name, pages, 1, result)
    if pages == 2: tell(name, pages, 2, other[1])


for layouts in [(TILES, TILES), (STRIPS, STRIPS), (TILES, OTHER_TILES), (TILES, OTHER_STRIPS), (STRIPS, OTHER_STRIPS),
                (OTHER_STRIPS, TILES), (HEIGHT, HEIGHT), (TILES, HEIGHT)]:
    for kind, bits in itertools.product(KINDS, [1, 8]): one_page(kind, *layouts, bits)
one_page("rgb", TILES, TILES, 1, is_sparse=True)
one_page("float", TILES, TILES, 1, is_sparse=True)
for kind in ["rgb", "signed"]:
    for order in ["cog", "pairs", "masks-first", "old", "lower", "lower-mask-after", "thumbnail", "two-pages"]:
        pyramid(order, kind)
# A mask whose size differs from the page's size is neither applied nor counted as a page.
stored, shown = pixels_of("rgb")
write("other-mask", [directory(stored, IMAGE, TILES), directory(mask_of(40, 30)[1], MASK, TILES, bits=1)])
tell("other-mask", 1, 1, shown)
# A file with only a mask shows the mask.
mask, values = mask_of()
write("only-mask", [directory(values, MASK, TILES, bits=1)])
tell("only-mask", 1, 1, values[..., None])
# Consecutive directories that are marked as pages are not levels.
halves = [pixels_of("rgb"), pixels_of("rgb", WIDTH // 2, HEIGHT // 2)]
write("stated-pages", [directory(stored, PAGE, STRIPS) for stored, _ in halves])
for number, (_, shown) in enumerate(halves): tell("stated-pages", 2, number + 1, shown)
write("levels", [directory(stored, IMAGE, STRIPS) for stored, _ in halves])
for _, shown in halves: tell("levels", 1, 1, shown)
