import Synchronization

/// The place where a declared property keeps its value.
///
/// The parser has copies of a command's property wrappers; the copies share the cell, so what it
/// stores through one is what the command reads through the other. It stores once, before anybody
/// else has the command; a command that assigns gets a new cell, so copies of a command are
/// independent as those of any struct are.
final class Cell<Value: Sendable>: Sendable {
    private let content: Mutex<Value?>

    init(_ value: Value?) {
        content = Mutex(value)
    }

    /// The value; `nil` when it must be given and has not been parsed yet.
    var value: Value? {
        content.withLock { $0 }
    }

    func store(_ value: Value) {
        content.withLock { $0 = value }
    }

    /// The value, in a command that came out of the parser.
    var parsedValue: Value {
        guard let value else {
            preconditionFailure("a required property was read before the command was parsed")
        }
        return value
    }
}
