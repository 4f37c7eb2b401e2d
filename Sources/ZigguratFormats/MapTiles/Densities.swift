internal import ZigguratCore
internal import ZigguratSystem

/// The setting `scales` of layouts that can have tiles for dense screens: `1,2`.
enum Densities {
    static let name = "scales"

    static func setting(_ densities: [Int]) -> [String: String] {
        [name: densities.map(String.init).joined(separator: ",")]
    }

    /// The densities that settings ask for, each once; `nil` where they do not.
    ///
    /// - Parameter known: those that there are.
    static func read(
        _ settings: [String: String], of known: [Int] = [1, 2, 4, 8]
    ) throws(ZigguratError) -> [Int]? {
        guard let text = settings[name] else { return nil }
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
            Int($0) ?? 0
        }
        guard !numbers.isEmpty, numbers.allSatisfy(known.contains) else {
            throw ZigguratError(
                .invalidOptions, "", "“\(text)” are no scales",
                remedy: "write some of "
                    + known.dropLast().map(String.init).joined(separator: ", ")
                    + " and \(known.last ?? 1), as in --scales 1,2")
        }
        return Set(numbers).sorted()
    }
}
