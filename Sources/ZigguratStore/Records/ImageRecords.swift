internal import ZigguratCore
public import ZigguratSystem

/// The metadata records of many images, read from a table, from JSON Lines, or from sidecars.
public struct ImageRecords: Sendable {
    package let records: [ImageRecord]

    private static let longest = 1 << 28

    /// Reads the records from a CSV file with a header, from JSON Lines, or from a folder of
    /// sidecars `NAME.json`.
    ///
    /// - Throws: `ZigguratError` with a ``RecordError`` that states the line, or an error of
    ///   reading a file of annotations or a tour.
    public init(_ path: String) throws(ZigguratError) {
        var records: [ImageRecord]
        do throws(RecordError) {
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

    private static func list(at path: String) throws(RecordError) -> [ImageRecord] {
        let bytes = try contents(of: path)
        let first = bytes.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) }
        return first == UInt8(ascii: "{")
            ? try JSONRecords.read(bytes, of: path) : try CSVRecords.read(bytes, of: path)
    }

    /// Reads the sidecars in a folder. The file `NAME.json` describes the image `NAME`, with or
    /// without its extension.
    private static func sidecars(in folder: String) throws(RecordError) -> [ImageRecord] {
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

    private static func contents(of path: String) throws(RecordError) -> [UInt8] {
        guard FileSystem.size(of: path) <= longest, let bytes = try? FileSystem.contents(of: path)
        else { throw .unreadable }
        return bytes
    }
}

/// Reads the records from a table whose first row names the columns.
enum CSVRecords {
    static func read(_ bytes: [UInt8], of place: String) throws(RecordError) -> [ImageRecord] {
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

/// Reads records from JSON objects, with one object in each line or in each sidecar.
enum JSONRecords {
    /// Reads JSON Lines (https://jsonlines.org).
    static func read(_ bytes: [UInt8], of place: String) throws(RecordError) -> [ImageRecord] {
        var records: [ImageRecord] = []
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where line.contains(where: { $0 > 0x20 }) {
            records.append(try record(in: Array(line), line: index + 1, of: place))
        }
        return records
    }

    /// - Parameter file: the image of a sidecar, if the object does not name an image.
    package static func record(
        in bytes: [UInt8], file: String? = nil, line: Int, of place: String
    ) throws(RecordError) -> ImageRecord {
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8(line: line) }
        guard let value = JSONValue(parsing: bytes) else { throw .notJSON(line: line) }
        guard let members = value.object else { throw .notAnObject(line: line) }
        var entries: [ImageRecord.Entry] = []
        var fields: [Caption.Field] = []
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            if ["fields", "metadata"].contains(name), let statements = value.array {
                for statement in statements {
                    fields.append(try field(statement, line: line))
                }
                continue
            }
            let (key, language) = try RecordKey.parse(name)
            for (own, text) in try texts(value, name, line: line).sorted(by: { $0.key < $1.key }) {
                // If a name states a language, its value must be one text, not a language map.
                guard language == nil || own.isEmpty else { throw .invalidColumn(name) }
                if !own.isEmpty { _ = try RecordKey.parse("\(name)@\(own)") }
                entries.append(
                    ImageRecord.Entry(
                        key: key, language: own.isEmpty ? language : own, value: text.trimmed))
            }
        }
        return try ImageRecord(entries, fields: fields, file: file, line: line, of: place)
    }

    /// Reads a field whose label and value may be language maps.
    private static func field(_ value: JSONValue, line: Int) throws(RecordError) -> Caption.Field {
        let labels = try texts(value["label"], "label", line: line)
        let values = try texts(value["value"], "value", line: line)
        let languages = Set(labels.keys).union(values.keys).subtracting([""]).sorted()
        func best(_ texts: [String: String]) -> String? {
            ([""] + ["en"] + languages).lazy.compactMap { texts[$0] }.first
        }
        guard let label = best(labels), !label.isEmpty, let text = best(values) else {
            throw .invalidValue(line: line, column: "fields")
        }
        var translations: [String: Caption.Field] = [:]
        for language in languages {
            translations[language] = Caption.Field(
                labels[language] ?? label, values[language] ?? text)
        }
        return Caption.Field(label, text, translations: translations)
    }

    /// Returns the texts of a value by language. The empty string means no language.
    private static func texts(
        _ value: JSONValue, _ name: String, line: Int
    ) throws(RecordError) -> [String: String] {
        switch value {
        case .object(let map):
            var texts: [String: String] = [:]
            for (language, value) in map {
                guard language == "none" || RecordKey.isLanguage(language) else {
                    throw .invalidColumn("\(name)@\(language)")
                }
                texts[language == "none" ? "" : language] = try text(value, name, line: line)
            }
            return texts
        default: return ["": try text(value, name, line: line)]
        }
    }

    private static func text(
        _ value: JSONValue, _ name: String, line: Int
    ) throws(RecordError) -> String {
        switch value {
        case .null: return ""
        case .string(let text): return text
        case .boolean(let flag): return flag ? "true" : "false"
        case .number(let number): return Int(exactly: number).map(String.init) ?? String(number)
        case .array(let values):
            let texts = try values.map { value throws(RecordError) in
                try text(value, name, line: line)
            }
            return texts.joined(separator: "; ")
        case .object: throw .invalidValue(line: line, column: name)
        }
    }
}
