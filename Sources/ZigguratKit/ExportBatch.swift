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
        do throws(ZigguratError) {
            try exporter.clearLeftovers()
        } catch {
            report(.failed(error))
            failed = true
        }
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
        var seen: Set<[UInt8]> = []
        for path in images.flatMap({ expanded($0, &failures) })
        where seen.insert(Self.plain(path)).inserted {
            entries.append(
                Entry(path: path, name: exporter.naming.name(of: path, number: entries.count + 1)))
        }
        let byName = Dictionary(grouping: entries, by: \.name)
        let clashing = byName.filter { $0.value.count > 1 }
        for (name, rivals) in clashing.sorted(by: { $0.key < $1.key }) {
            failures.append(
                ZigguratError(
                    .nameClash, rivals.map(\.path).joined(separator: " and "),
                    "all of them would be exported as “\(name)”",
                    remedy: "tell them apart with --name, as in --name '{stem}-{ext}'"))
        }
        return (entries.filter { clashing[$0.name] == nil }, failures)
    }

    /// A path without what leads nowhere, `.` and doubled slashes: by it the same file is known. In bytes:
    /// names that look the same and are spelt differently are two files.
    private static func plain(_ path: String) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        let segments = path.utf8.split(separator: slash).filter {
            !$0.elementsEqual([UInt8(ascii: ".")])
        }
        let relative = [UInt8](segments.joined(separator: [slash]))
        return path.utf8.first == slash ? [slash] + relative : relative
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
        let images = names.sorted().filter { !$0.hasPrefix(".") }.map { folder + $0 }.filter {
            file in
            var isFolder = false
            return FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) && !isFolder
                && SourceImage.looksLikeImage(file)
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
