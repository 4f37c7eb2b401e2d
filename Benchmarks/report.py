"""The table, as Markdown and as JSON."""

import json
import os
import platform


# The work that the floor belongs to.
MAIN = "JPEG → DZI JPEG"
# The work that is held against one of its layouts alone.
SIX = "JPEG → DZI + XYZ + TMS + Zoomify + IIIF 2 + IIIF 3"


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        models = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    return f"{len(os.sched_getaffinity(0))} × {models[0] if models else platform.machine()}"


def ratio(ours, theirs):
    return f"{theirs['wall'] / ours['wall']:.2f}" if theirs else "–"


def seconds(cost):
    return f"{cost['wall']:.2f} s" if cost else "–"


def markdown(results, facts):
    lines = [
        f"{facts['machine']}; Ziggurat {facts['ziggurat']}, libvips {facts['newest']} (direct mode where it "
        f"has one) and Debian's {facts['Debian']}; {facts['where']}; medians of {facts['rounds']} paired runs.",
        "",
        "| work | Ziggurat | CPU | memory | libvips " + facts["newest"] + " | ratio | Debian's "
        + facts["Debian"] + " | ratio |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for work, entry in results.items():
        ours, new, old = entry["Ziggurat"], entry.get("newest"), entry.get("Debian")
        cells = [
            work, seconds(ours), f"{ours['cpu']:.2f} s", f"{ours['memory'] / 1e6:.0f} MB",
            seconds(new), ratio(ours, new), seconds(old), ratio(ours, old),
        ]
        lines.append("| " + " | ".join(cells) + " |")
    if SIX in results:
        six, alone = results[SIX]["Ziggurat"], results[SIX]["alone"]
        lines += ["", f"Six layouts take {six['wall'] / alone['wall']:.2f} times as long as Deep Zoom alone "
                  f"({alone['wall']:.2f} s), {six['cpu'] / alone['cpu']:.2f} times the processor time."]
    floor = facts["floor"]
    lines += [
        "",
        f"libjpeg-turbo alone, on one core: {floor['decode']:.2f} s to decode the JPEG, {floor['encode']:.2f} s to "
        f"encode its pyramid, {floor['total']:.2f} s of processor together"
        + (f"; Ziggurat takes {results[MAIN]['Ziggurat']['cpu'] / floor['total']:.2f} times that."
           if MAIN in results else "."),
        f"`ziggurat --version`: {facts['version_seconds'] * 1000:.0f} ms.",
    ]
    return "\n".join(lines) + "\n"


def write(folder, results, facts):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "results.md"), "w", encoding="utf-8") as file:
        file.write(markdown(results, facts))
    with open(os.path.join(folder, "results.json"), "w", encoding="utf-8") as file:
        json.dump({"facts": facts, "results": results}, file, indent=2)
        file.write("\n")
