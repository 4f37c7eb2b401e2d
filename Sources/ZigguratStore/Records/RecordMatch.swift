package import ZigguratSystem

/// Finds the image of each record.
package struct RecordMatch: Sendable {
    /// An image of a run, or an export.
    package struct Target: Sendable {
        /// The path of the source, or only its file name.
        package let path: String
        /// The name of the export; `nil` if it is not known yet.
        package let name: String?

        package init(path: String, name: String? = nil) {
            (self.path, self.name) = (path, name)
        }
    }

    /// The records of each image, by its index; several if they describe its pages.
    package private(set) var records: [Int: [ImageRecord]] = [:]
    /// Records without an image, and records that are not clear, by line.
    package private(set) var failures: [ZigguratError] = []

    /// The images by the end of a path, with and without extension.
    private var byFile: [String: [Int]] = [:]
    private var byStem: [String: [Int]] = [:]
    private var byName: [String: Int] = [:]
    private let targets: [Target]
    private let areExports: Bool

    /// - Parameter areExports: whether the name in a record is that of an existing export.
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

    /// The record of a page of an image; that of the whole image if the page has no record.
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

    private mutating func fail(_ record: ImageRecord, _ failure: RecordFailure) {
        failures.append(ZigguratError(failure, record.place))
    }

    /// The images of a record: by the export's name, by the path, then by the path without
    /// extension.
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
        // An export knows only the name of its source, and the folders around itself.
        let near = named.filter { index in
            let own = Self.parts(of: targets[index].path).dropLast()
            return !own.isEmpty && folders.suffix(own.count).elementsEqual(own)
        }
        return near.isEmpty ? named : near
    }

    /// Of several images, the one that has exactly the path.
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
