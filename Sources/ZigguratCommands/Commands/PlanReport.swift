internal import ZigguratKit

/// Prints plans as lines or as one document.
struct PlanReport {
    private let plans: [ExportPlan]
    private let errors: [ZigguratError]

    init(_ plans: [Result<ExportPlan, ZigguratError>]) {
        var good: [ExportPlan] = []
        var errors: [ZigguratError] = []
        for plan in plans {
            switch plan {
            case .success(let plan): good.append(plan)
            case .failure(let error): errors.append(error)
            }
        }
        self.plans = good
        self.errors = errors
    }

    func print(asJSON: Bool, on console: Console) throws(ZigguratError) -> ExitStatus {
        if asJSON {
            try console.print(
                json: Document(
                    plans: plans.map(PlanEntry.init), errors: errors.map(ErrorEntry.init)))
        } else {
            for (index, plan) in plans.enumerated() {
                console.print((index > 0 ? "\n" : "") + text(of: plan))
            }
        }
        var remarks = Remarks()
        for plan in plans { for note in plan.notes { remarks.add(Message(note), on: plan.name) } }
        remarks.print(of: "export", on: console)
        for error in errors { console.report(error) }
        return errors.isEmpty ? .done : .failed
    }

    private func text(of plan: ExportPlan) -> String {
        let header = plan.header
        var facts = [
            "\(header.size.width) × \(header.size.height) pixels", header.format,
            "\(header.colour.rawValue)\(header.hasAlpha ? " with transparency" : "")",
            "\(header.bitsPerSample) bits per sample",
        ]
        if header.pages > 1 { facts.append("page \(header.page) of \(header.pages)") }
        facts.append("\(Amount.bytes(header.decodedBytes)) decoded")
        var lines = ["\(plan.name): \(facts.joined(separator: ", "))"]
        if let images = header.associatedImages {
            lines.append("  further images of the slide: \(images.joined(separator: ", "))")
        }
        for conversion in header.conversions { lines.append("  conversion: \(conversion.text)") }
        if header.temporaryBytes > 0 {
            lines.append(
                "  temporary file for the rotation: \(Amount.bytes(header.temporaryBytes)) in "
                    + SourceImage.temporaryFolder)
        }
        if plan.memory.decoder > 0 {
            lines.append(
                "  memory for the decoder: \(Amount.bytes(plan.memory.decoder))"
            )
        }
        if plan.memory.coefficients > 0 {
            lines.append(
                "  memory for JPEG coefficients: \(Amount.bytes(plan.memory.coefficients))"
            )
        }
        let longestName = plan.bundles.map { label(of: $0).count }.max() ?? 0
        for bundle in plan.bundles {
            let pyramid = bundle.pyramid
            lines.append(
                "  \(padded(label(of: bundle), to: longestName))  \(Amount.count(pyramid.levels.count, of: "level")), "
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
        return lines.joined(separator: "\n")
    }

    /// The layout, and the container unless it is a folder.
    private func label(of bundle: BundlePlan) -> String {
        bundle.container.isFolder
            ? bundle.layout.name : "\(bundle.layout.name) in \(bundle.container.name)"
    }

    private func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private struct Document: Encodable {
        let plans: [PlanEntry]
        let errors: [ErrorEntry]
    }

    private struct PlanEntry: Encodable {
        let name: String
        let source: String
        let image: SourceHeader
        let decodedBytes: Int
        let conversions: [String]
        let bundles: [BundleEntry]
        let sizes: [SizedImage]
        let isWorthTiling: Bool
        let memory: MemoryEntry
        let notes: [String]

        init(_ plan: ExportPlan) {
            name = plan.name
            source = plan.sourcePath
            image = plan.header
            decodedBytes = plan.header.decodedBytes
            conversions = plan.header.conversions.map(\.text)
            bundles = plan.bundles.map(BundleEntry.init)
            sizes = plan.sizes
            isWorthTiling = plan.isWorthTiling
            memory = MemoryEntry(plan.memory)
            notes = plan.notes.map { Message($0).line }
        }
    }

    private struct MemoryEntry: Encodable {
        let total: Int
        let rows: Int
        let coefficients: Int
        let decoder: Int
        let images: Int

        init(_ need: MemoryNeed) {
            total = need.total
            rows = need.rows
            coefficients = need.coefficients
            decoder = need.decoder
            images = need.images
        }
    }

    private struct BundleEntry: Encodable {
        let layout: String
        let container: String
        let path: String
        let tiling: Tiling
        let levels: Int
        let tiles: Int
        let estimatedBytes: Int

        init(_ bundle: BundlePlan) {
            layout = bundle.layout.name
            container = bundle.container.name
            path = bundle.path
            tiling = bundle.pyramid.tiling
            levels = bundle.pyramid.levels.count
            tiles = bundle.tileCount
            estimatedBytes = bundle.estimatedBytes
        }
    }
}
