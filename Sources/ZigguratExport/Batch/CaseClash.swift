package import ZigguratStore
internal import ZigguratSystem

/// Finds names that macOS and Windows treat as equal.
package enum CaseClash {
    /// Returns a note on names that differ only in case; returns `nil` without such names.
    ///
    /// - Parameter names: the names. Duplicates count once.
    package static func note(on names: some Sequence<String>) -> ExportNote? {
        var known: [String: String] = [:]
        var pairs: [(String, String)] = []
        for name in names {
            if let other = known.updateValue(name, forKey: name.lowercased()), other != name {
                pairs.append((other, name))
            }
        }
        return pairs.first.map { .sameNameInOtherCase($0.0, $0.1, count: pairs.count) }
    }
}
