internal import CSystemLibraries

/// Why a document, a schema or an XPath expression was rejected: the first error of libxml2.
package struct XMLFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line of the document, from 1; `nil` if the error has no place in it.
    package let line: Int?
    /// What is wrong, without a full stop.
    package let message: String

    init(line: Int? = nil, _ message: String) {
        self.line = line
        self.message = message
    }

    package var description: String { line.map { "line \($0): \(message)" } ?? message }
}

/// Keeps the first error that libxml2 reports during one call.
///
/// libxml2 gets its address and uses it only during that call, on the calling thread. The caller
/// keeps the object alive with `withExtendedLifetime`.
final class XMLErrorCollector {
    private(set) var failure: XMLFailure?

    var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// The collector at an address.
    static func at(_ address: UnsafeMutableRawPointer?) -> XMLErrorCollector? {
        address.map { Unmanaged<XMLErrorCollector>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Keeps an error of libxml2, but not a warning.
    func add(_ error: xmlError) {
        guard error.level != XML_ERR_WARNING else { return }
        var text = Substring(error.message.map { String(cString: $0) } ?? "error \(error.code)")
        while let last = text.last, last.isWhitespace || last == "." { text.removeLast() }
        add(XMLFailure(line: error.line > 0 ? Int(error.line) : nil, String(text)))
    }

    func add(_ failure: XMLFailure) {
        self.failure = self.failure ?? failure
    }
}
