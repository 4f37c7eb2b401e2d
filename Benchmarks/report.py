"""Writes the results as Markdown and JSON, and compares them with their targets."""

import json
import os
import platform

# The rows of the README's table.
SUMMARY = [
    "JPEG → DZI JPEG", "JPEG → DZI + XYZ + IIIF 3", "tiled TIFF → DZI JPEG", "PNG → DZI JPEG", "JPEG → DZI PNG",
    "JPEG → DZI WebP", "2,000 JPEGs of 1 MP", "one JPEG of 1 MP",
]


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        models = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    return f"{len(os.sched_getaffinity(0))} × {models[0] if models else platform.machine()}"


def ratio(entry, peer):
    """Returns the time of another program divided by Ziggurat's."""
    return entry["results"][peer]["wall"] / entry["results"]["Ziggurat"]["wall"]


def verdicts(entry):
    """Yields (what, figure, target, whether it is reached) for each target of a task."""
    for what, wanted in entry["wanted"].items():
        if what == "memory":
            memory = entry["results"]["Ziggurat"]["memory"]
            yield what, memory, wanted, memory <= wanted
        else:
            yield what, ratio(entry, what), wanted, ratio(entry, what) >= wanted


def mark(is_reached):
    return "" if is_reached else " **missed**"


def against(entry, peer):
    """For example `4.10 s, 2.05 × (≥ 1.8)`."""
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
        f"| task | Ziggurat | CPU | memory | libvips {facts['newest']} | Debian's libvips {facts['Debian']} |",
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
        f"- Processor time of JPEG → DZI JPEG: {floor['ziggurat']:.2f} s. libjpeg-turbo alone, in memory: "
        f"{floor['alone']['decode']:.2f} s to decode and {floor['alone']['encode']:.2f} s to encode; Ziggurat takes "
        f"{floor['ziggurat'] / alone:.2f} times as much (≤ 1.1{mark(floor['ziggurat'] <= 1.1 * alone)}). On all "
        f"processors at once libjpeg-turbo takes {together:.2f} s; Ziggurat {floor['ziggurat'] / together:.2f} times "
        "as much.")


def flat_lines(flat):
    """A JPEG has at most 65,500 pixels per side, so images above a gigapixel are TIFF; both series have a gigapixel."""
    lines = []
    for kind, rows in flat.items():
        sizes = [
            f"{row['megapixels']:,.0f} MP {row['cpu'] / row['megapixels'] * 1000:.2f} ms, "
            f"{row['relative']:.2f} × the time at a gigapixel, {row['memory'] / 1e6:.0f} MB" for row in rows]
        lines.append(f"- Processor time for a megapixel, {kind}: {'; '.join(sizes)}.")
    figures = [row["relative"] for rows in flat.values() for row in rows]
    spread = max(figures) / min(figures) - 1
    lines.append(
        f"- From 100 megapixels to 10 gigapixels this time differs by {spread * 100:.0f} % (≤ 10 %"
        f"{mark(spread <= 0.1)}).")
    return lines


def conditions(facts):
    return (
        f"{facts['machine']}; Ziggurat {facts['ziggurat']}; libvips {facts['newest']} from PyPI and {facts['Debian']} "
        f"from Debian. {facts['megapixels']} megapixels of photographs unless the row names another size; "
        f"{facts['where']}. Medians of alternating runs; CPU is processor time, memory is the maximum. `2.05 ×`: "
        "2.05 times as long as Ziggurat.")


def summary(works, facts):
    """Returns the README's table."""
    chosen = [entry for name in SUMMARY for entry in works if entry["name"] == name]
    for entry in chosen:
        entry["wanted"] = {}
    return "\n".join([conditions(facts), "", *table(chosen, facts)]) + "\n"


def markdown(works, facts):
    lines = [conditions(facts) + " Targets are in parentheses; a figure that misses its target says so.", ""]
    lines += table([entry for entry in works if "gdal2tiles" not in entry["results"]], facts)
    lines.append("")
    seconds = facts["version_seconds"]
    lines.append(f"- `ziggurat --version`: {seconds * 1000:.1f} ms (≤ 20{mark(seconds <= 0.02)}).")
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
        if "without" in entry["results"]:
            times = 1 / ratio(entry, "without")
            lines.append(
                f"- {entry['name']} take {times:.2f} times as long as without, "
                f"{entry['results']['without']['wall']:.2f} s (≤ 1.1{mark(times <= 1.1)}).")
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
    """Returns the tasks and the facts of the last run; empty without a run."""
    path = os.path.join(folder, "results.json")
    if not os.path.exists(path):
        return [], {}
    with open(path, encoding="utf-8") as file:
        results = json.load(file)
    return results["works"], results["facts"]


def put_into(path, text, mark="measured"):
    """Replaces the text between the two comments that mark the position of a table in a document."""
    begin, end = f"<!-- {mark} -->\n", f"<!-- /{mark} -->\n"
    with open(path, encoding="utf-8") as file:
        document = file.read()
    if begin not in document or end not in document:
        raise SystemExit(f"bench: no place for the table in {path}: {begin.strip()} and {end.strip()}")
    before, rest = document.split(begin, 1)
    with open(path, "w", encoding="utf-8") as file:
        file.write(before + begin + "\n" + text + "\n" + end + rest.split(end, 1)[1])
