#!/usr/bin/env python3
"""Exports undamaged files with harmless oddities, as cameras and programs write them. The program must export
all files, and their pixels must equal the pixels of the plain file.

    oddities.py [--count N] [--seed N] [--only TEXT]
"""

import os
import random
import subprocess
import sys

import pictures
import program
import series


def segment(code, content):
    return bytes([0xFF, code]) + (len(content) + 2).to_bytes(2, "big") + content


def before(mark):
    """Inserts bytes before the first marker of a kind."""
    def change(content, choice, inserted):
        place = content.index(mark)
        return content[:place] + inserted + content[place:]
    return change


def junk(choice, most=60):
    """Bytes without markers."""
    return bytes(choice.randrange(1, 255) for _ in range(choice.randint(1, most)))


# A second image, as in multi-picture files and motion photos.
def with_film(content, choice):
    film = b"\x00\x00\x00\x18ftypmp42" + choice.randbytes(3000)
    return content + film


JPEG = {
    "plain": lambda content, choice: content,
    "bytes behind the end": lambda content, choice: content + choice.randbytes(choice.randint(1, 9000)),
    "zeros behind the end": lambda content, choice: content + bytes(choice.randint(1, 9000)),
    "second image": lambda content, choice: content + content,
    "motion photo": with_film,
    "no end marker": lambda content, choice: content[:-2],
    "half an end marker": lambda content, choice: content[:-1],
    "padding before the end": lambda content, choice: content[:-2] + bytes(choice.randint(1, 900)) + content[-2:],
    "fill bytes before the end": lambda content, choice:
        content[:-2] + b"\xff" * choice.randint(1, 60) + content[-2:],
    "junk before the end": lambda content, choice: content[:-2] + junk(choice) + content[-2:],
    "restart marker before the end": lambda content, choice: content[:-2] + b"\xff\xd2" + content[-2:],
    "junk before the tables": lambda content, choice: before(b"\xff\xdb")(content, choice, junk(choice)),
    "junk before the scan": lambda content, choice: before(b"\xff\xda")(content, choice, junk(choice)),
    "fill bytes before the tables": lambda content, choice:
        before(b"\xff\xdb")(content, choice, b"\xff" * choice.randint(1, 60)),
    "fill bytes before the scan": lambda content, choice:
        before(b"\xff\xda")(content, choice, b"\xff" * choice.randint(1, 60)),
    "unknown segments": lambda content, choice: before(b"\xff\xdb")(
        content, choice, b"".join(segment(0xE3 + choice.randrange(10), choice.randbytes(500)) for _ in range(3))),
    "comment": lambda content, choice: before(b"\xff\xdb")(content, choice, segment(0xFE, b"a comment" * 50)),
    "many empty segments": lambda content, choice: before(b"\xff\xdb")(content, choice, segment(0xE5, b"") * 200),
    "multi-picture segment": lambda content, choice: before(b"\xff\xdb")(
        content, choice, segment(0xE2, b"MPF\0II*\0\x08\0\0\0\0\0\0\0\0\0")),
    "half a profile": lambda content, choice: before(b"\xff\xdb")(
        content, choice, segment(0xE2, b"ICC_PROFILE\0\x01\x02" + choice.randbytes(400))),
    "invalid Exif": lambda content, choice: before(b"\xff\xdb")(
        content, choice, segment(0xE1, b"Exif\0\0" + choice.randbytes(300))),
    "Exif with a thumbnail": lambda content, choice: before(b"\xff\xdb")(
        content, choice, segment(0xE1, b"Exif\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0" + content[:3000])),
    "unknown JFIF revision": lambda content, choice: content.replace(b"JFIF\0\x01\x01", b"JFIF\0\x03\x07", 1),
    "tables twice": lambda content, choice: twice(content),
    "no JFIF segment": lambda content, choice: content[:2] + content[20:] if content[2:4] == b"\xff\xe0" else content,
}


def twice(content):
    """Repeats the quantization tables."""
    place = content.index(b"\xff\xdb")
    length = 2 + int.from_bytes(content[place + 2:place + 4], "big")
    return content[:place] + content[place:place + length] + content[place:]


def with_chunk(content, choice):
    """Inserts a metadata chunk with a wrong checksum before the end of a PNG."""
    place = content.rindex(b"IEND") - 4
    text = b"Comment\0" + bytes(choice.randrange(97, 122) for _ in range(40))
    chunk = len(text).to_bytes(4, "big") + b"tEXt" + text + choice.randbytes(4)
    return content[:place] + chunk + content[place:]


def with_extension(content, choice):
    """Inserts a comment before the trailer of a GIF."""
    return content[:-1] + b"\x21\xfe\x05hello\0" + content[-1:]


OTHERS = {
    "plain": lambda content, choice: content,
    "bytes behind the end": lambda content, choice: content + choice.randbytes(choice.randint(1, 5000)),
    "zeros behind the end": lambda content, choice: content + bytes(choice.randint(1, 5000)),
}
SPECIAL = {
    "png": {"chunk of text with a wrong checksum": with_chunk},
    "gif": {"comment before the trailer": with_extension},
}


def jpegtran(content, choice, folder):
    """Rewrites a JPEG with unchanged coefficients in another form."""
    words = choice.choice([
        ["-optimize"], ["-progressive"], ["-restart", "1"], ["-restart", "3B"], ["-arithmetic"], ["-progressive", "-arithmetic"],
        ["-optimize", "-restart", "2"],
    ])
    with open(f"{folder}/before.jpg", "wb") as file: file.write(content)
    result = subprocess.run(["jpegtran", "-copy", "all", *words, f"{folder}/before.jpg"], capture_output=True, check=True)
    return result.stdout, " ".join(words)


def main():
    options = series.parser(1000).parse_args()
    choice = random.Random(options.seed)
    refused, changed, done = [], [], 0
    with program.Workplace() as folder:
        pictures.drawing(folder, 420, 330)
        whole = {kind: content for kind, content in pictures.kinds(folder).items() if options.only in kind}
        plain = {}
        for number in range(options.count):
            # Most files are JPEG, because its writers differ most.
            jpegs = [kind for kind in whole if kind.startswith("jpeg")]
            kind = choice.choice(jpegs if number % 3 and jpegs else list(whole))
            words = ["--fit", "200x200"] if choice.randrange(3) == 0 else []
            path = os.path.join(folder, f"file.{pictures.ending(kind)}")
            if (kind, str(words)) not in plain:
                with open(path, "wb") as file: file.write(whole[kind])
                plain[kind, str(words)] = pictures.export(path, words)[2]
            content, form = whole[kind], ""
            if kind.startswith("jpeg"):
                if choice.randrange(2): content, form = jpegtran(content, choice, folder)
                name, change = choice.choice(list(JPEG.items()))
            else:
                name, change = choice.choice(list((OTHERS | SPECIAL.get(kind.split()[0], {})).items()))
            with open(path, "wb") as file: file.write(change(content, choice))
            is_exported, errors, image = pictures.export(path, words)
            done += 1
            label = f"{number}: {kind}, {form}, {name}, {words}"
            if not is_exported: refused.append(f"{label}: {errors.strip()}")
            elif image != plain[kind, str(words)]: changed.append(label)
    print(f"{done} whole files of {len(whole)} kinds, seed {options.seed}: {len(refused)} refused, {len(changed)} with other "
          f"pixels than the plain file")
    for line in refused + changed: print(line)
    sys.exit(1 if refused or changed else 0)


main()
