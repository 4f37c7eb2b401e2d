public import ZigguratSystem

/// Why records of images cannot be used.
public enum RecordFailure: FailureReason, Error {
    /// A file, or a folder of sidecars, that does not exist or cannot be read.
    case unreadable
    /// The file has no record.
    case empty
    case notUTF8(line: Int)
    /// A table whose header has no column for the file and none for the name.
    case noFileColumn
    case duplicateColumn(String)
    /// A language on a column that has none, such as `file@de`, or a language that is not one.
    case invalidColumn(String)
    case unclosedQuote(line: Int)
    /// Text between the end of a quoted cell and the next separator.
    case textAfterQuote(line: Int)
    case wrongCellCount(line: Int, cells: Int, columns: Int)
    case notJSON(line: Int)
    /// A JSON value that is not an object.
    case notAnObject(line: Int)
    case invalidValue(line: Int, column: String)
    /// A record that names no file and no export.
    case noFile(line: Int)
    /// No image of the run, or no export of the destination, belongs to a record.
    case unknownFile(String, line: Int)
    /// Several images belong to a record.
    case ambiguousFile(String, line: Int, matches: [String])
    /// An earlier record describes the same image.
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
