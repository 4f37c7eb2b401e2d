internal import ZigguratCore

/// Reads records from JSON objects, with one object in each line or in each sidecar.
enum JSONRecords {
    /// Reads JSON Lines (https://jsonlines.org).
    static func read(_ bytes: [UInt8], of place: String) throws(RecordFailure) -> [ImageRecord] {
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
    ) throws(RecordFailure) -> ImageRecord {
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
    private static func field(_ value: JSONValue, line: Int) throws(RecordFailure) -> Caption.Field
    {
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
    ) throws(RecordFailure) -> [String: String] {
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
    ) throws(RecordFailure) -> String {
        switch value {
        case .null: return ""
        case .string(let text): return text
        case .boolean(let flag): return flag ? "true" : "false"
        case .number(let number): return Int(exactly: number).map(String.init) ?? String(number)
        case .array(let values):
            let texts = try values.map { value throws(RecordFailure) in
                try text(value, name, line: line)
            }
            return texts.joined(separator: "; ")
        case .object: throw .invalidValue(line: line, column: name)
        }
    }
}
