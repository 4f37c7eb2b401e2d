internal import ZigguratCore
public import ZigguratSystem

/// The metadata records of many images, read from a table, from JSON Lines, or from sidecars.
public struct ImageRecords: Sendable {
    package let records: [ImageRecord]

    private static let longest = 1 << 28

    /// Reads the records from a CSV file with a header, from JSON Lines, or from a folder of
    /// sidecars `NAME.json`.
    ///
    /// - Throws: `ZigguratError` with a ``RecordFailure`` that states the line, or an error of
    ///   reading a file of annotations or a tour.
    public init(_ path: String) throws(ZigguratError) {
        var records: [ImageRecord]
        do throws(RecordFailure) {
            records =
                FileSystem.isFolder(path)
                ? try Self.sidecars(in: path) : try Self.list(at: path)
            guard !records.isEmpty else { throw .empty }
        } catch {
            throw ZigguratError(error, path)
        }
        for index in records.indices { try records[index].readFiles() }
        self.records = records
    }

    private static func list(at path: String) throws(RecordFailure) -> [ImageRecord] {
        let bytes = try contents(of: path)
        let first = bytes.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) }
        return first == UInt8(ascii: "{")
            ? try JSONRecords.read(bytes, of: path) : try CSVRecords.read(bytes, of: path)
    }

    /// Reads the sidecars in a folder. The file `NAME.json` describes the image `NAME`, with or
    /// without its extension.
    private static func sidecars(in folder: String) throws(RecordFailure) -> [ImageRecord] {
        guard let names = try? FileSystem.entries(in: folder) else { throw .unreadable }
        var records: [ImageRecord] = []
        for name in names where name.hasSuffix(".json") && !name.hasPrefix(".") {
            let place = "\(folder)/\(name)"
            records.append(
                try JSONRecords.record(
                    in: try contents(of: place), file: String(name.dropLast(5)), line: 0,
                    of: place))
        }
        return records
    }

    private static func contents(of path: String) throws(RecordFailure) -> [UInt8] {
        guard FileSystem.size(of: path) <= longest, let bytes = try? FileSystem.contents(of: path)
        else { throw .unreadable }
        return bytes
    }
}

/// Reads the records from a table whose first row names the columns.
enum CSVRecords {
    static func read(_ bytes: [UInt8], of place: String) throws(RecordFailure) -> [ImageRecord] {
        let table = try CSVTable(bytes)
        guard let header = table.rows.first else { throw .empty }
        var columns: [(name: String, key: RecordKey, language: String?)] = []
        for name in header.cells.map(\.trimmed) {
            let (key, language) = try RecordKey.parse(name)
            guard !columns.contains(where: { $0.key == key && $0.language == language }) else {
                throw .duplicateColumn(name)
            }
            columns.append((name, key, language))
        }
        guard columns.contains(where: { [.property(.file), .property(.name)].contains($0.key) })
        else { throw .noFileColumn }
        var records: [ImageRecord] = []
        for row in table.rows.dropFirst() {
            guard row.cells.count == columns.count else {
                throw .wrongCellCount(
                    line: row.line, cells: row.cells.count, columns: columns.count)
            }
            let entries = zip(columns, row.cells).map { column, cell in
                ImageRecord.Entry(
                    key: column.key, language: column.language, value: cell.trimmed)
            }
            guard !entries.allSatisfy({ $0.value.isEmpty }) else { continue }
            records.append(try ImageRecord(entries, line: row.line, of: place))
        }
        return records
    }
}
