internal import ZigguratFormats
internal import ZigguratSystem

/// The images of a run, each once and each under a name of its own, and what is wrong with the
/// rest.
struct BatchList {
    struct Entry {
        let path: String
        let name: String
        /// `nil` is the one that the run's options name.
        var page: Int?
        /// One of a slide's further images; `nil` is the slide itself.
        var associatedImage: String?
    }

    private(set) var entries: [Entry] = []
    private(set) var failures: [ZigguratError] = []

    /// - Parameters:
    ///   - images: files, and folders, which stand for every image directly in them.
    ///   - pageCount: how many pages a file has, each of which becomes an entry; `nil` where files
    ///     are taken whole.
    ///   - associatedImages: the further images of a file, each of which becomes an entry; `nil`
    ///     where they are left out.
    init(
        of images: [String], naming: ExportNaming, pageCount: ((String) -> Int)? = nil,
        associatedImages: ((String) -> [String])? = nil
    ) {
        var seen: Set<[UInt8]> = []
        let paths = images.flatMap { expanded($0) }
        for path in paths where paths.count == 1 || seen.insert(Self.plain(path)).inserted {
            let count = pageCount?(path) ?? 1
            for page in 1...max(1, count) {
                let name = naming.name(
                    of: path, number: entries.count + 1, page: page, pageCount: count)
                entries.append(Entry(path: path, name: name, page: count > 1 ? page : nil))
            }
            let name = naming.name(of: path, number: entries.count)
            for image in associatedImages?(path) ?? [] {
                entries.append(
                    Entry(path: path, name: "\(name)-\(image)", associatedImage: image))
            }
        }
        dropClashes()
    }

    /// Nothing is exported under a name that two sources want.
    private mutating func dropClashes() {
        guard entries.count > 1 else { return }
        let byName = Dictionary(grouping: entries, by: \.name)
        let clashing = byName.filter { $0.value.count > 1 }
        for (name, rivals) in clashing.sorted(by: { $0.key < $1.key }) {
            failures.append(Self.clash(of: rivals, over: name))
        }
        entries.removeAll { clashing[$0.name] != nil }
    }

    private static func clash(of rivals: [Entry], over name: String) -> ZigguratError {
        // The template that tells all of them apart, if there is a simple one.
        let template = ["{stem}-{ext}", "{parent}-{stem}"].first { template in
            guard let naming = try? ExportNaming(template) else { return false }
            return Set(rivals.map { naming.name(of: $0.path, number: 1) }).count == rivals.count
        }
        return ZigguratError(
            NameFailure.clash(
                name, count: rivals.count, template: template ?? "{stem}-{number}"),
            rivals.map(\.path).joined(separator: " and "))
    }

    /// A path without what leads nowhere, `.` and doubled slashes: by it the same file is known. In
    /// bytes: names that look the same and are spelt differently are two files.
    private static func plain(_ path: String) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        let segments = path.utf8.split(separator: slash).filter {
            !$0.elementsEqual([UInt8(ascii: ".")])
        }
        let relative = [UInt8](segments.joined(separator: [slash]))
        return path.utf8.first == slash ? [slash] + relative : relative
    }

    private mutating func expanded(_ path: String) -> [String] {
        guard FileSystem.isFolder(path) else { return [path] }
        let folder = path.utf8.last == UInt8(ascii: "/") ? path : path + "/"
        let names: [String]
        do throws(ZigguratError) {
            names = try FileSystem.entries(in: path)
        } catch {
            failures.append(error)
            return []
        }
        let visible = names.filter { $0.utf8.first != UInt8(ascii: ".") }
        let images = visible.map { folder + $0 }.filter {
            !FileSystem.isFolder($0) && SourceImage.looksLikeImage($0)
        }
        if images.isEmpty {
            failures.append(
                ZigguratError(BatchFailure.noImages, path))
        }
        return images.filter { hasReadableName($0) }
    }

    /// Bytes that are not UTF-8 come out of a folder as replacement characters, under which there
    /// is no file.
    private mutating func hasReadableName(_ path: String) -> Bool {
        guard path.unicodeScalars.contains("\u{FFFD}"),
            !FileSystem.exists(path)
        else { return true }
        failures.append(
            ZigguratError(BatchFailure.nameNotUTF8, path))
        return false
    }
}
