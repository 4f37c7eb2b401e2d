internal import ZigguratCore
internal import ZigguratStore
internal import ZigguratSystem

/// Verifies that a document is well formed. The file extension determines its type.
enum DocumentCheck {
    /// Returns the fault of a document, without a subject; returns `nil` if the document has no
    /// fault or its type is unknown.
    static func flaw(of bytes: [UInt8], at path: String) -> ZigguratError? {
        if path.hasSuffix(".json") {
            return JSONValue(parsing: bytes) == nil
                ? ZigguratError(Verification.Fault.invalidJSON) : nil
        }
        guard [".dzi", ".xml", ".plist"].contains(where: { path.hasSuffix($0) }) else { return nil }
        do throws(XMLFailure) {
            _ = try XMLDocument(bytes)
            return nil
        } catch {
            return ZigguratError(Verification.Fault.invalidXML, cause: error.cause)
        }
    }
}
