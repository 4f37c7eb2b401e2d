internal import CSystemLibraries

/// Gathers what libxml2 complains of while one call runs.
///
/// libxml2 gets its address and calls back during that call only, on the thread that made the call;
/// the function that makes the call keeps the collector alive with `withExtendedLifetime`.
final class XMLProblemCollector {
    /// A broken document can complain without end; whoever reads the list has seen enough by then.
    private static let limit = 50

    private(set) var problems: [XMLFailure.Problem] = []

    var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// Adds libxml2's complaint to the collector at an address.
    static func add(_ error: xmlError, toCollectorAt address: UnsafeMutableRawPointer?) {
        guard let address else { return }
        let collector = Unmanaged<XMLProblemCollector>.fromOpaque(address).takeUnretainedValue()
        guard error.level != XML_ERR_WARNING else { return }
        let text = error.message.map { String(cString: $0) } ?? "error \(error.code)"
        collector.add(line: Int(error.line), text)
    }

    func add(line: Int, _ text: String) {
        guard problems.count < Self.limit else { return }
        var message = Substring(text)
        while let last = message.last, last.isWhitespace || last == "." { message.removeLast() }
        problems.append(.init(line: line > 0 ? line : nil, message: String(message)))
    }

    /// The failure that the complaints amount to; `otherwise` where libxml2 failed without a word.
    func failure(otherwise message: String) -> XMLFailure {
        problems.isEmpty ? XMLFailure(message) : XMLFailure(problems)
    }
}
