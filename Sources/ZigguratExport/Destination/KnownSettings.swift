internal import FoundationEssentials
internal import Synchronization

/// Decodes manifests. Most manifests of a destination have the same settings, which take half of the
/// time: equal text is decoded once.
final class KnownSettings: Sendable {
    static let shared = KnownSettings()
    static let key = CodingUserInfoKey(rawValue: "settings")

    private let known = Mutex<[ArraySlice<UInt8>: ExportSettings]>([:])
    private static let limit = 64

    // The lines around the settings in a manifest as it is written; others follow.
    private static let start = Array("\n  \"settings\" : {\n".utf8)
    private static let end = Array("\n  },\n".utf8)

    func manifest(in bytes: [UInt8]) throws -> Manifest {
        let decoder = JSONDecoder()
        guard let key = Self.key, let start = Self.range(of: Self.start, in: bytes, from: 0),
            let end = Self.range(of: Self.end, in: bytes, from: start.upperBound - 1)
        else { return try decoder.decode(Manifest.self, from: Data(bytes)) }
        // From brace to brace.
        decoder.userInfo[key] = try settings(in: bytes[start.upperBound - 2..<end.upperBound - 2])
        let rest = bytes[..<start.lowerBound] + bytes[(end.upperBound - 1)...]
        return try decoder.decode(Manifest.self, from: Data(rest))
    }

    private func settings(in text: ArraySlice<UInt8>) throws -> ExportSettings {
        if let found = known.withLock({ $0[text] }) { return found }
        let settings = try JSONDecoder().decode(ExportSettings.self, from: Data(text))
        known.withLock { known in
            if known.count < Self.limit { known[text] = settings }
        }
        return settings
    }

    /// Finds a text that begins with a line feed.
    private static func range(of text: [UInt8], in bytes: [UInt8], from start: Int) -> Range<Int>? {
        var index = start
        while index + text.count <= bytes.count {
            if bytes[index] == text[0], bytes[index..<index + text.count].elementsEqual(text) {
                return index..<index + text.count
            }
            index += 1
        }
        return nil
    }
}
