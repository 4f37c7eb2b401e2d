public import ZigguratSystem

/// Why the metadata records of images cannot be used.
public enum RecordFailure: FailureReason, Error {
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

extension ZigguratError {
    /// Whether a record describes an image that does not exist.
    package var isOfUnknownFile: Bool {
        if case RecordFailure.unknownFile = reason { true } else { false }
    }
}
