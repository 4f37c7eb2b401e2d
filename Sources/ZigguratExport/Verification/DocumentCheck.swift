internal import FoundationEssentials
internal import ZigguratFormats
internal import ZigguratSystem

/// Whether a document is well formed, by the ending of its name.
enum DocumentCheck {
    /// What is wrong with it; `nil` where nothing is, or nobody can say.
    static func problem(with bytes: [UInt8], at path: String) -> String? {
        if path.hasSuffix(".json") {
            return (try? JSONDecoder().decode(Anything.self, from: Data(bytes))) == nil
                ? "it is no JSON" : nil
        }
        guard [".dzi", ".xml", ".plist"].contains(where: { path.hasSuffix($0) }) else { return nil }
        do throws(XMLFailure) {
            _ = try XMLDocument(bytes)
            return nil
        } catch {
            guard let remedy = error.remedy else { return "it is no XML: \(error)" }
            return "nobody can say whether it is XML: \(error); \(remedy)"
        }
    }

    /// A JSON value of whatever kind.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) throws {}
    }
}
