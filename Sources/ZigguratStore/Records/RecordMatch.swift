package import ZigguratSystem

/// Finds the image that each record describes.
package struct RecordMatch: Sendable {
    /// An image of a run, or an export.
    package struct Target: Sendable {
        /// The path of the source, or only its file name.
        package let path: String
        /// The name of the export; `nil` if it is unknown.
        package let name: String?

        package init(path: String, name: String? = nil) {
            (self.path, self.name) = (path, name)
        }
    }

    /// The records of each image, by the index of the image. An image can have one record for each
    /// page.
    package private(set) var records: [Int: [ImageRecord]] = [:]
    /// The errors of records without an image, and of ambiguous records, in the order of the
    /// records.
    package private(set) var failures: [ZigguratError] = []

    /// The indexes of images by file name, with and without the extension.
    private var byFile: [String: [Int]] = [:]
    private var byStem: [String: [Int]] = [:]
    private var byName: [String: Int] = [:]
    private let targets: [Target]
    private let areExports: Bool

    /// - Parameter areExports: whether the name in a record is the name of an existing export.
    package init(_ list: ImageRecords, _ targets: [Target], areExports: Bool = false) {
        self.targets = targets
        self.areExports = areExports
        for (index, target) in targets.enumerated() {
            byFile[Path.name(of: target.path), default: []].append(index)
            byStem[Path.stem(of: target.path), default: []].append(index)
            if let name = target.name { byName[name] = index }
        }
        for record in list.records { add(record) }
        (byFile, byStem, byName) = ([:], [:], [:])
    }

    /// Returns the record of an image's page. Without such a record, returns the record of the
    /// whole image.
    package func record(of index: Int, page: Int? = nil) -> ImageRecord? {
        let records = records[index] ?? []
        return records.first { $0.page != nil && $0.page == page }
            ?? records.first { $0.page == nil }
    }

    private mutating func add(_ record: ImageRecord) {
        let indexes = matches(of: record)
        let file = record.file ?? record.name ?? ""
        guard let index = indexes.first else {
            return fail(record, .unknownFile(file, line: record.line))
        }
        guard indexes.count == 1 else {
            let paths = indexes.map { targets[$0].name ?? targets[$0].path }
            return fail(record, .ambiguousFile(file, line: record.line, matches: paths))
        }
        if let first = records[index]?.first(where: { $0.page == record.page }) {
            return fail(record, .duplicateRecord(file, line: record.line, first: first.line))
        }
        records[index, default: []].append(record)
    }

    private mutating func fail(_ record: ImageRecord, _ failure: RecordError) {
        failures.append(ZigguratError(failure, record.place))
    }

    /// Returns the images that match a record: by the name of the export, then by the path, then by
    /// the path without the extension.
    private func matches(of record: ImageRecord) -> [Int] {
        if areExports || record.file == nil, let name = record.name, let index = byName[name] {
            return [index]
        }
        guard let file = record.file else { return [] }
        let parts = Self.parts(of: file)
        guard let last = parts.last else { return [] }
        let folders = parts.dropLast()
        let named = byFile[last] ?? []
        let exact = named.filter { Self.folders(of: targets[$0].path, end: folders) }
        if !exact.isEmpty { return narrowed(exact, file) }
        let stems = byStem[last] ?? byStem[Path.stem(of: last)] ?? []
        let alike = Set(stems).sorted().filter {
            Self.folders(of: targets[$0].path, end: folders)
        }
        if !alike.isEmpty { return narrowed(alike, file) }
        if let index = byName[file] ?? byName[Path.stem(of: last)] { return [index] }
        guard areExports else { return [] }
        // A manifest contains only the file name of the source, so the folders around the export
        // are compared.
        let near = named.filter { index in
            let own = Self.parts(of: targets[index].path).dropLast()
            return !own.isEmpty && folders.suffix(own.count).elementsEqual(own)
        }
        return near.isEmpty ? named : near
    }

    /// If exactly one of several images has the full path, returns only this image.
    private func narrowed(_ indexes: [Int], _ file: String) -> [Int] {
        guard indexes.count > 1 else { return indexes }
        let parts = Self.parts(of: file)
        let same = indexes.filter { Self.parts(of: targets[$0].path) == parts }
        return same.count == 1 ? same : indexes
    }

    private static func folders(of path: String, end: ArraySlice<String>) -> Bool {
        parts(of: path).dropLast().suffix(end.count).elementsEqual(end)
    }

    private static func parts(of path: String) -> [String] {
        path.split(separator: "/").map(String.init).filter { $0 != "." }
    }
}
