internal import FoundationEssentials

/// Exports many images in one run: each on its own, so that one that fails does not stop the others.
public struct ExportBatch: Sendable {
    /// What happens on the way.
    public enum Event: Sendable {
        /// An image's plan is made and its export begins.
        case started(ExportPlan, number: Int, count: Int)
        case progressed(PyramidBuilder.Progress)
        case finished(ImageExport.Result)
        case failed(ZigguratError)
        /// Something that a person should know and that is no failure.
        case noted(String)
    }

    /// One image of the run.
    private struct Entry {
        let path: String
        let name: String
    }

    private let exporter: Exporter
    private let images: [String]

    /// - Parameter images: files, and folders, which stand for every image directly in them.
    public init(_ images: [String], exporter: Exporter) {
        self.images = images
        self.exporter = exporter
    }

    /// What would be exported: the plans of all images, and errors for those that have none.
    public func plans() -> [Result<ExportPlan, ZigguratError>] {
        let (entries, failures) = entries()
        return failures.map { .failure($0) }
            + entries.map { entry in
                do throws(ZigguratError) {
                    return .success(try exporter.plan(entry.path, named: entry.name))
                } catch {
                    return .failure(error)
                }
            }
    }

    /// Exports everything, then writes the destination's gallery.
    ///
    /// - Parameter report: called on the calling thread, in order.
    /// - Returns: whether everything that was asked for is there now.
    public func run(
        cancellation: Cancellation = Cancellation(), report: (Event) -> Void
    ) -> Bool {
        let (entries, failures) = entries()
        for failure in failures { report(.failed(failure)) }
        var failed = !failures.isEmpty
        var exportedAny = false
        for (index, entry) in entries.enumerated() {
            do throws(ZigguratError) {
                guard !cancellation.isCancelled else {
                    throw ZigguratError(.cancelled, entry.path, "stopped on request")
                }
                let plan = try exporter.plan(entry.path, named: entry.name)
                report(.started(plan, number: index + 1, count: entries.count))
                let result = try exporter.export(plan, cancellation: cancellation) {
                    report(.progressed($0))
                }
                report(.finished(result))
                exportedAny = true
            } catch {
                report(.failed(error))
                failed = true
                if error.code == .cancelled { return false }
            }
        }
        guard exportedAny, exporter.options.viewer != .none else { return !failed }
        do throws(ZigguratError) {
            if try exporter.writeGallery() == nil {
                report(
                    .noted(
                        "\(exporter.destination)/index.html is somebody else's page and was left as it is; "
                            + "there is no gallery"))
            }
        } catch {
            report(.failed(error))
            failed = true
        }
        return !failed
    }

    /// Every image of the run with its name, and what is wrong with the rest: nothing is exported under a
    /// name that two sources want.
    private func entries() -> ([Entry], [ZigguratError]) {
        var failures: [ZigguratError] = []
        var entries: [Entry] = []
        var seen: Set<String> = []
        for path in images.flatMap({ expanded($0, &failures) }) where seen.insert(path).inserted {
            entries.append(
                Entry(path: path, name: exporter.naming.name(of: path, number: entries.count + 1)))
        }
        let byName = Dictionary(grouping: entries, by: \.name)
        let clashing = byName.filter { $0.value.count > 1 }
        for (name, rivals) in clashing.sorted(by: { $0.key < $1.key }) {
            failures.append(Self.clash(of: rivals, over: name))
        }
        return (entries.filter { clashing[$0.name] == nil }, failures)
    }

    /// Where bytes of a name are no text, U+FFFD stands for them, and nothing can be opened under it.
    private static func nameIsNotText(_ path: String) -> ZigguratError {
        ZigguratError(
            .unreadableSource, path, "its name is not UTF-8",
            remedy: "rename it, or link to it under another name")
    }

    private static func clash(of rivals: [Entry], over name: String) -> ZigguratError {
        // The template that tells all of them apart, if there is a simple one.
        let template = ["{stem}-{ext}", "{parent}-{stem}"].first { template in
            guard let naming = try? ExportNaming(template) else { return false }
            return Set(rivals.map { naming.name(of: $0.path, number: 1) }).count == rivals.count
        }
        return ZigguratError(
            .nameClash, rivals.map(\.path).joined(separator: " and "),
            "\(rivals.count == 2 ? "both" : "all of them") would be exported as “\(name)”",
            remedy: "tell them apart with --name '\(template ?? "{stem}-{number}")'")
    }

    private func expanded(_ path: String, _ failures: inout [ZigguratError]) -> [String] {
        var isFolder = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder else {
            return [path]
        }
        let folder = path.hasSuffix("/") ? path : path + "/"
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            failures.append(ZigguratError(.unreadableSource, path, "the folder cannot be read"))
            return []
        }
        var images: [String] = []
        for file in names.sorted().filter({ !$0.hasPrefix(".") }).map({ folder + $0 }) {
            var isFolder = false
            let isThere = FileManager.default.fileExists(atPath: file, isDirectory: &isFolder)
            // A link to nothing that is called like an image deserves a word, too.
            guard !isFolder, SourceImage.looksLikeImage(file) else { continue }
            if !isThere, file.contains("\u{FFFD}") {
                failures.append(Self.nameIsNotText(file))
            } else {
                images.append(file)
            }
        }
        if images.isEmpty {
            failures.append(
                ZigguratError(
                    .unreadableSource, path, "there is no image in this folder",
                    remedy: "name images, or a folder with images directly in it"))
        }
        return images
    }
}
