internal import CommandLineParsing
internal import ZigguratKit

struct PlanCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "plan", abstract: "Print what an export would write",
        discussion: """
            Reads only the headers of the images. Prints their size and colours, the levels, \
            tiles and estimated bytes of each layout, and what an existing export gains, keeps \
            and loses. Fails where the export would be refused.
            """,
        "Takes all options of export; those that do not change what is written have no effect.",
        examples: [.init("ziggurat plan photo.tif --layout dzi,iiif3")])

    @OptionGroup var export: ExportCommand

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        try export.plan(in: context)
    }
}

struct PlanReport {
    let plans: [PlannedExport]
    let notes: [ExportNote]
    let errors: [ZigguratError]

    func print(asJSON: Bool, on console: Console) throws(ZigguratError) -> ExitStatus {
        if asJSON {
            try console.print(json: [
                "plans": plans.map(document),
                "errors": errors.map { $0.document(console.message(of: $0)) },
            ])
        } else {
            for (index, plan) in plans.enumerated() {
                console.print((index > 0 ? "\n" : "") + text(of: plan))
            }
        }
        for note in notes { console.note(note.message) }
        var remarks = Remarks()
        for plan in plans.map(\.plan) {
            for note in plan.notes { remarks.add(note.message, on: plan.name) }
        }
        remarks.print(of: "export", on: console)
        for error in errors { console.report(error) }
        return errors.isEmpty ? .done : .failed
    }

    /// Returns a length with at most four decimals.
    private static func rounded(_ microns: Double) -> String {
        let value = (microns * 10_000).rounded() / 10_000
        return value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    }

    private func text(of planned: PlannedExport) -> String {
        let plan = planned.plan
        let header = planned.header
        var facts = [
            "\(header.size.text) pixels", header.format,
            "\(header.colour.rawValue)\(header.hasAlpha ? " with transparency" : "")",
            "\(header.bitsPerSample) bits per sample",
        ]
        if header.pages > 1 { facts.append("page \(header.page) of \(header.pages)") }
        if let microns = header.micronsPerPixel {
            facts.append("\(Self.rounded(microns)) µm per pixel")
        }
        facts.append("\(Amount.bytes(header.decodedBytes)) decoded")
        let book = plan.settings.book.map { "\($0)/" } ?? ""
        var lines = ["\(book)\(plan.name): \(facts.joined(separator: ", "))"]
        if let images = header.associatedImages {
            lines.append("  further images of the slide: \(images.joined(separator: ", "))")
        }
        for conversion in header.conversions { lines.append("  conversion: \(conversion.text)") }
        if header.temporaryBytes > 0 {
            lines.append(
                "  temporary file for the rotation: \(Amount.bytes(header.temporaryBytes)) in "
                    + SourceImage.temporaryFolder)
        }
        for (purpose, bytes) in [
            ("the decoder", plan.memory.decoder), ("JPEG coefficients", plan.memory.coefficients),
        ] where bytes > 0 {
            lines.append("  memory for \(purpose): \(Amount.bytes(bytes))")
        }
        lines.append("  memory: at most \(Amount.bytes(plan.memory.total))")
        let longestName = plan.bundles.map { label(of: $0).count }.max() ?? 0
        for bundle in plan.bundles {
            lines.append(
                "  \(Amount.padded(label(of: bundle), to: longestName))  "
                    + "\(Amount.count(bundle.pyramid.levels.count, of: "level")), "
                    + "\(Amount.count(bundle.tileCount, of: "tile")), "
                    + "about \(Amount.bytes(bundle.estimatedBytes))")
        }
        if !plan.sizes.isEmpty {
            let sizes = plan.sizes.map { "\($0.width) × \($0.height)" }.joined(separator: ", ")
            lines.append("  whole images: \(sizes) pixels")
        }
        lines.append(
            plan.isWorthTiling
                ? "  tiling is useful: a screen shows a small part of the image"
                : "  tiling is of little use: a browser can show an image of this size")
        if planned.isUpToDate { lines.append("  up to date") }
        if let changes = planned.changes { lines.append("  \(changes.text)") }
        return lines.joined(separator: "\n")
    }

    /// Returns the name of the layout, and the name of the container unless it is a folder.
    private func label(of bundle: ExportPlan.Bundle) -> String {
        bundle.container.isFolder
            ? bundle.layout.name : "\(bundle.layout.name) in \(bundle.container.name)"
    }

    private func document(of planned: PlannedExport) -> JSONObject {
        let plan = planned.plan
        let memory = plan.memory
        return [
            "name": plan.name, "source": plan.sourcePath, "image": planned.header,
            "decodedBytes": planned.header.decodedBytes,
            "conversions": planned.header.conversions.map(\.text),
            "bundles": plan.bundles.map(document), "sizes": plan.sizes,
            "isWorthTiling": plan.isWorthTiling,
            "memory": [
                "total": memory.total, "program": memory.program, "rows": memory.rows,
                "coefficients": memory.coefficients,
                "decoder": memory.decoder, "process": memory.process, "images": memory.images,
            ],
            "isUpToDate": planned.isUpToDate, "changes": planned.changes,
            "notes": plan.notes.map(\.message.line),
        ]
    }

    private func document(of bundle: ExportPlan.Bundle) -> JSONObject {
        [
            "layout": bundle.layout.name, "container": bundle.container.name, "path": bundle.path,
            "tiling": bundle.pyramid.tiling, "levels": bundle.pyramid.levels.count,
            "tiles": bundle.tileCount, "estimatedBytes": bundle.estimatedBytes,
        ]
    }
}
