internal import CSystemLibraries

/// The reason why a document, a schema or an XPath expression is rejected.
package enum XMLFailure: Error, Hashable, Sendable {
    /// The first error of libxml2. The line counts from 1; `nil` if the position is unknown.
    case library(line: Int?, message: String)
    /// libxml2 rejects the document without a message.
    case notWellFormed
    /// The document has a document type declaration, which could load other files.
    case documentType
    case tooLarge
    case outOfMemory
    case invalidExpression(String)

    /// The message of libxml2; `nil` without a message.
    package var cause: ZigguratError.Cause? {
        guard case .library(let line, let message) = self else { return nil }
        return .library(line.map { "line \($0): \(message)" } ?? message)
    }
}

/// Keeps the first error that libxml2 reports during one call.
///
/// libxml2 receives the object's address and uses it only during the call, on the calling thread.
/// The caller keeps the object alive with `withExtendedLifetime`.
final class XMLErrorCollector {
    private(set) var failure: XMLFailure?

    var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    static func at(_ address: UnsafeMutableRawPointer?) -> XMLErrorCollector? {
        address.map { Unmanaged<XMLErrorCollector>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Keeps an error of libxml2, but ignores warnings.
    func add(_ error: xmlError) {
        guard error.level != XML_ERR_WARNING else { return }
        var text = Substring(error.message.map { String(cString: $0) } ?? "error \(error.code)")
        while let last = text.last, last.isWhitespace || last == "." { text.removeLast() }
        add(.library(line: error.line > 0 ? Int(error.line) : nil, message: String(text)))
    }

    func add(_ failure: XMLFailure) {
        self.failure = self.failure ?? failure
    }
}
