"""What was measured, as Markdown and as JSON, and whether it is what is wanted."""

import json
import os
import platform

PEERS = {"newest": "libvips", "Debian": "Debian's libvips", "gdal2tiles": "gdal2tiles"}


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        models = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    return f"{len(os.sched_getaffinity(0))} × {models[0] if models else platform.machine()}"


def ratio(entry, peer):
    """How many times as long as Ziggurat another one takes."""
    return entry["results"][peer]["wall"] / entry["results"]["Ziggurat"]["wall"]


def verdicts(entry):
    """(what, figure, wanted, whether it is reached) of everything that is wanted of a work."""
    for what, wanted in entry["wanted"].items():
        if what == "memory":
            memory = entry["results"]["Ziggurat"]["memory"]
            yield what, memory, wanted, memory <= wanted
        else:
            yield what, ratio(entry, what), wanted, ratio(entry, what) >= wanted


def mark(is_reached):
    return "" if is_reached else " **missed**"


def against(entry, peer):
    """`4.10 s, 2.05 times (wanted: 1.8)`"""
    if peer not in entry["results"]:
        return "–"
    text = f"{entry['results'][peer]['wall']:.2f} s, {ratio(entry, peer):.2f} ×"
    for what, _, wanted, is_reached in verdicts(entry):
        if what == peer:
            text += f" (≥ {wanted:g}{mark(is_reached)})"
    return text


def memory(entry):
    text = f"{entry['results']['Ziggurat']['memory'] / 1e6:.0f} MB"
    for what, _, wanted, is_reached in verdicts(entry):
        if what == "memory":
            text += f" (≤ {wanted / 1e6:.0f}{mark(is_reached)})"
    return text


def table(works, facts):
    lines = [
        f"| work | Ziggurat | CPU | memory | libvips {facts['newest']} | Debian's libvips {facts['Debian']} |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    for entry in works:
        ours = entry["results"]["Ziggurat"]
        cells = [entry["name"], f"{ours['wall']:.2f} s", f"{ours['cpu']:.2f} s", memory(entry),
                 against(entry, "newest"), against(entry, "Debian")]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def floor_line(floor):
    alone, together = (part["decode"] + part["encode"] for part in (floor["alone"], floor["together"]))
    return (
        f"- Processor time of JPEG → DZI JPEG: {floor['ziggurat']:.2f} s. libjpeg-turbo alone, without a file "
        f"being written, takes {floor['alone']['decode']:.2f} s to decode the JPEG and "
        f"{floor['alone']['encode']:.2f} s to encode all tiles on an idle machine, "
        f"{together:.2f} s together where every processor does so at once: "
        f"{floor['ziggurat'] / alone:.2f} and {floor['ziggurat'] / together:.2f} times as much "
        f"(≤ 1.1{mark(floor['ziggurat'] <= 1.1 * alone)}).")


def flat_lines(flat):
    """A JPEG cannot have ten gigapixels; one gigapixel is measured in both kinds of file, and joins them."""

    def cost(row, what):
        return row[what] / row["megapixels"] * 1000

    def spread(figures):
        return max(figures) / min(figures) - 1

    def by_codecs(row):
        """By the floor of such pictures in the same rounds, where it was measured."""
        return row["relative"] / row.get("codecs", 1)

    start = min((row for rows in flat.values() for row in rows), key=lambda row: row["megapixels"])
    flat = {kind: [row for row in rows if row is not start] for kind, rows in flat.items()}
    lines = []
    for kind, rows in flat.items():
        sizes = []
        for row in rows:
            sizes.append(
                f"{row['megapixels']:,.0f} MP {cost(row, 'cpu'):.2f} ms of processors, {row['relative']:.2f} × that of "
                f"a gigapixel, {cost(row, 'wall'):.2f} ms on the clock, {row['memory'] / 1e6:.0f} MB")
            if "codecs" in row:
                sizes[-1] += (
                    f" (libjpeg-turbo alone {row['codecs']:.2f} ×; by what it takes in the same minutes "
                    f"{by_codecs(row):.2f} ×)")
        lines.append(f"- Cost of a megapixel, {kind}: {'; '.join(sizes)}.")
    every = [row for rows in flat.values() for row in rows]
    # The same without what a picture of a single tile takes.
    without = spread([row["relative"] * (1 - start["cpu"] / row["cpu"]) for row in every])
    whole = spread([row["relative"] for row in every])
    lines.append(
        f"- The dearest of them takes {whole * 100:.0f} % more processor time for a pixel than the cheapest (≤ 10 %"
        f"{mark(whole <= 0.1)}); by what the codecs take in the same minutes "
        f"{spread([by_codecs(row) for row in every]) * 100:.0f} %. "
        f"Starting is in both: a picture of a single tile takes {start['wall'] * 1000:.1f} ms, of processors "
        f"{start['cpu'] * 1000:.1f} ms; without as much in each it would be {without * 100:.0f} % of the processors' "
        "time.")
    return lines


def markdown(works, facts):
    lines = [
        f"{facts['machine']}; Ziggurat {facts['ziggurat']}; libvips {facts['newest']} from PyPI, in its direct mode "
        f"where it has one, and Debian's {facts['Debian']}. {facts['megapixels']} megapixels of photographs where "
        f"nothing else is said; {facts['where']}. Medians of runs in turn. `2.05 ×` says that the other one takes so "
        "many times as long; what is wanted stands in parentheses, and is reached where it does not say missed.",
        "",
    ]
    lines += table([entry for entry in works if "gdal2tiles" not in entry["results"]], facts)
    lines.append("")
    seconds = facts["version_seconds"]
    lines.append(f"- `ziggurat --version`: {seconds * 1000:.1f} ms (≤ 10{mark(seconds <= 0.01)}).")
    if "floor" in facts:
        lines.append(floor_line(facts["floor"]))
    if "flat" in facts:
        lines += flat_lines(facts["flat"])
    for entry in works:
        if "alone" in entry["results"]:
            times = 1 / ratio(entry, "alone")
            lines.append(
                f"- {entry['name']} takes {times:.2f} times as long as DZI alone, "
                f"{entry['results']['alone']['wall']:.2f} s (< 1.5{mark(times < 1.5)}).")
        if "gdal2tiles" in entry["results"]:
            lines.append(
                f"- {entry['name']}: {entry['results']['Ziggurat']['wall']:.2f} s; gdal2tiles of GDAL "
                f"{facts['gdal2tiles']}: {against(entry, 'gdal2tiles')}.")
    return "\n".join(lines) + "\n"


def write(folder, works, facts):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "results.md"), "w", encoding="utf-8") as file:
        file.write(markdown(works, facts))
    for entry in works:
        entry["verdicts"] = [
            {"of": what, "figure": figure, "wanted": wanted, "reached": is_reached}
            for what, figure, wanted, is_reached in verdicts(entry)]
    with open(os.path.join(folder, "results.json"), "w", encoding="utf-8") as file:
        json.dump({"facts": facts, "works": works}, file, indent=2, ensure_ascii=False)
        file.write("\n")


def last(folder):
    """The works and the facts of the last run; none where there was none."""
    path = os.path.join(folder, "results.json")
    if not os.path.exists(path):
        return [], {}
    with open(path, encoding="utf-8") as file:
        results = json.load(file)
    return results["works"], results["facts"]


def put_into(path, results):
    """Puts the table of the last run between the two comments that mark its place in a document."""
    begin, end = "<!-- measured -->\n", "<!-- /measured -->\n"
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if begin not in text or end not in text:
        raise SystemExit(f"bench: {path} has no place for the table: {begin.strip()} and {end.strip()}")
    with open(results, encoding="utf-8") as file:
        middle = file.read()
    before, rest = text.split(begin, 1)
    with open(path, "w", encoding="utf-8") as file:
        file.write(before + begin + "\n" + middle + "\n" + end + rest.split(end, 1)[1])
