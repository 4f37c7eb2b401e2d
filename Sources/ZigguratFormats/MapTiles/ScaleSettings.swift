package import ZigguratCore
internal import ZigguratSystem

/// The setting of layouts that can have tiles for dense screens: `{"scales": "1,2"}`.
package struct ScaleSettings: Codable, Hashable, Sendable {
    @CodedAsText package var scales: CommaList<Int>

    package init(scales: [Int]) {
        self.scales = CommaList(scales)
    }

    /// The densities, each once and in order.
    ///
    /// - Throws: ``ZigguratError`` if one of them is not supported.
    func densities(of supported: [Int]) throws(ZigguratError) -> [Int] {
        guard scales.elements.allSatisfy(supported.contains) else {
            throw ZigguratError(
                LayoutFailure.invalidSetting("scales", value: scales.description))
        }
        return Set(scales.elements).sorted()
    }

    /// The densities of tiles that browsers ask for.
    static let web = [1, 2, 4, 8]
}
