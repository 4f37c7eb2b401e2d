public import ZigguratSystem

/// Why the metadata records of images cannot be used.
public enum RecordError: ErrorReason, Error {
    /// A file, or a folder of sidecars, does not exist or cannot be read.
    case unreadable
    /// The file has no records.
    case empty
    case notUTF8(line: Int)
    /// The header of a table has neither a column for the file nor a column for the name.
    case noFileColumn
    case duplicateColumn(String)
    /// A column that cannot have a language has one, such as `file@de`, or the language is invalid.
    case invalidColumn(String)
    case unclosedQuote(line: Int)
    /// Text follows the end of a quoted cell before the next separator.
    case textAfterQuote(line: Int)
    case wrongCellCount(line: Int, cells: Int, columns: Int)
    case notJSON(line: Int)
    /// The JSON value is not an object.
    case notAnObject(line: Int)
    case invalidValue(line: Int, column: String)
    /// The record names neither a file nor an export.
    case noFile(line: Int)
    /// The record matches no image of the run, and no export of the destination.
    case unknownFile(String, line: Int)
    /// The record matches several images.
    case ambiguousFile(String, line: Int, matches: [String])
    /// An earlier record describes this image.
    case duplicateRecord(String, line: Int, first: Int)

    public var code: ZigguratError.Code {
        if case .unreadable = self { .unreadableSource } else { .invalidOptions }
    }
}

extension RecordError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreadable: "cannot read the metadata"
        case .empty: "no record in the metadata"
        case .notUTF8(let line): "\(Self.at(line))invalid text: not UTF-8"
        case .noFileColumn: "line 1: missing column “file”"
        case .duplicateColumn(let name): "line 1: duplicate column “\(name)”"
        case .invalidColumn(let name): "invalid column “\(name)”"
        case .unclosedQuote(let line): "line \(line): unclosed quote"
        case .textAfterQuote(let line): "line \(line): text behind a quoted cell"
        case .wrongCellCount(let line, let cells, let columns):
            "line \(line): \(Amount.count(cells, of: "cell")), the header has \(columns)"
        case .notJSON(let line): "\(Self.at(line))invalid JSON"
        case .notAnObject(let line): "\(Self.at(line))not a JSON object"
        case .invalidValue(let line, let column): "\(Self.at(line))invalid value of “\(column)”"
        case .noFile(let line): "\(Self.at(line))missing file name"
        case .unknownFile(let file, let line): "\(Self.at(line))not found: no image “\(file)”"
        case .ambiguousFile(let file, let line, let matches):
            "\(Self.at(line))“\(file)” matches \(matches.prefix(2).joined(separator: " and "))"
                + (matches.count > 2 ? " and others" : "")
        case .duplicateRecord(let file, let line, let first):
            "\(Self.at(line))duplicate record of “\(file)”"
                + (first > 0 ? ", first on line \(first)" : "")
        }
    }

    private static func at(_ line: Int) -> String { line > 0 ? "line \(line): " : "" }
}

extension ZigguratError {
    /// Whether a record describes an image that does not exist.
    package var isOfUnknownFile: Bool {
        if case RecordError.unknownFile = reason { true } else { false }
    }
}
