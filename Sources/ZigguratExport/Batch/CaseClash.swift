package import ZigguratStore
internal import ZigguratSystem

/// Finds names that are one name on macOS and Windows.
package enum CaseClash {
    /// The note on names that differ in case only; `nil` if all differ otherwise.
    ///
    /// - Parameter names: a name that is given twice counts once.
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
