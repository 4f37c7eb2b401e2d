internal import ZigguratKit

/// The report of a diagnosis, as lines or as a JSON document.
struct DoctorReport {
    let diagnosis: Diagnosis

    var lines: [String] {
        let limits = diagnosis.limits
        let destination = diagnosis.destination
        let width = 2 + (diagnosis.components.map(\.name.count).max() ?? 0)
        var lines = ["\(Ziggurat.generator)", "", "Libraries and programs"]
        lines += diagnosis.components.map { component in
            "  \(Amount.padded(component.name, to: width))"
                + "\(component.version ?? "not installed"), for \(component.purpose)"
        }
        let unavailable = diagnosis.tileFormats.filter { !$0.isAvailable }.map(\.name)
        lines += [
            "", "Formats",
            "  images: \(diagnosis.readableFormats.joined(separator: ", "))",
            "  tiles: \(diagnosis.tileFormats.map(\.name).joined(separator: ", "))"
                + (unavailable.isEmpty
                    ? "" : "; cannot write \(unavailable.joined(separator: ", "))"),
            "", "Limits",
            "  processors: \(limits.processors)",
            "  memory: \(Amount.bytes(limits.memory))"
                + (limits.controlGroupMemory.map { ", at most \(Amount.bytes($0)) for this group" }
                    ?? ""),
            "  open files: \(limits.openFiles.map(Amount.count) ?? "no limit")",
            "  address space: \(limits.addressSpace.map(Amount.bytes) ?? "no limit")",
            "  decoders in processes of their own: "
                + (diagnosis.isolationFailure.map { "failed: \($0.message.problem)" } ?? "work"),
            "", "Output folder \(destination.folder)",
            "  free space: \(destination.freeBytes.map(Amount.bytes) ?? "unknown")",
            "  writing: \(destination.isWritable ? "works" : "permission denied, or read only")",
        ]
        if let exchanges = destination.exchangesFolders {
            lines.append(
                "  replacing an export in one step: "
                    + (exchanges ? "works" : "unsupported; it is missing for a moment"))
        }
        if let links = destination.hasHardLinks {
            lines.append(
                "  hard links: " + (links ? "work" : "unsupported; shared tiles are copied"))
        }
        let packages = diagnosis.missing.map(\.package)
        guard !packages.isEmpty else { return lines }
        return lines + [
            "", "Missing, on Debian 12: apt-get install \(packages.joined(separator: " "))",
        ]
    }

    var document: JSONObject {
        let limits = diagnosis.limits
        let destination = diagnosis.destination
        return [
            "program": ["name": Ziggurat.name, "version": Ziggurat.version] as JSONObject,
            "components": diagnosis.components.map { component -> JSONObject in
                [
                    "name": component.name, "purpose": component.purpose,
                    "package": component.package, "version": component.version,
                    "isInstalled": component.version != nil, "isRequired": component.isRequired,
                ]
            },
            "formats": [
                "read": diagnosis.readableFormats,
                "tiles": diagnosis.tileFormats.map { format -> JSONObject in
                    ["name": format.name, "isAvailable": format.isAvailable]
                },
            ] as JSONObject,
            "limits": [
                "processors": limits.processors, "memoryBytes": limits.memory,
                "memoryLimitBytes": limits.controlGroupMemory, "openFiles": limits.openFiles,
                "addressSpaceBytes": limits.addressSpace,
            ] as JSONObject,
            "isolation": [
                "works": diagnosis.isolationFailure == nil,
                "reason": diagnosis.isolationFailure?.message.problem,
            ] as JSONObject,
            "destination": [
                "folder": destination.folder, "isWritable": destination.isWritable,
                "freeBytes": destination.freeBytes,
                "exchangesFolders": destination.exchangesFolders,
                "hasHardLinks": destination.hasHardLinks,
            ] as JSONObject,
            "missing": diagnosis.missing.map { component -> JSONObject in
                [
                    "name": component.name, "package": component.package,
                    "purpose": component.purpose, "isRequired": component.isRequired,
                ]
            },
        ]
    }
}
