internal import ZigguratCore
internal import ZigguratSystem

/// A descriptor in XML. Values are read by XPath; errors name the descriptor.
struct XMLDescriptor {
    private let document: XMLDocument
    private let namespaces: [String: String]
    /// The descriptor's path for messages.
    let place: String

    /// - Parameter prefix: the prefix of the root's namespace in expressions; `nil` if it has none.
    init(_ bytes: [UInt8], place: String, prefix: String? = nil) throws(ZigguratError) {
        self.place = place
        do throws(XMLError) {
            document = try XMLDocument(bytes)
            let namespace = try document.strings(at: "namespace-uri(/*)").first ?? ""
            namespaces = prefix.map { [$0: namespace] } ?? [:]
        } catch {
            throw Self.failure(error, place)
        }
    }

    func strings(_ expression: String) throws(ZigguratError) -> [String] {
        do throws(XMLError) {
            return try document.strings(at: expression, namespaces: namespaces)
        } catch {
            throw Self.failure(error, place)
        }
    }

    /// Returns the first value of an expression; `nil` if it is missing.
    func text(_ expression: String) throws(ZigguratError) -> String? {
        try strings(expression).first
    }

    func number(
        _ expression: String, in range: ClosedRange<Int> = 1...PixelSize.maximumSide
    ) throws(ZigguratError) -> Int {
        let field = String(expression.split(separator: "@").last ?? "")
        guard let text = try text(expression) else { throw failure(.missing(field: field)) }
        guard let number = Int(text), range.contains(number) else {
            throw failure(.invalid(field: field, value: text))
        }
        return number
    }

    func failure(_ reason: DescriptorError) -> ZigguratError { ZigguratError(reason, place) }

    private static func failure(_ failure: XMLError, _ place: String) -> ZigguratError {
        let reason: DescriptorError = failure == .documentType ? .documentType : .notWellFormed
        return ZigguratError(reason, place, cause: failure.cause)
    }
}
