package import ZigguratCore
internal import ZigguratSystem

/// The setting of layouts with tiles for several screen densities: `{"scales": "1,2"}`.
package struct ScaleSettings: Codable, Hashable, Sendable {
    @CodedAsText package var scales: CommaList<Int>

    package init(scales: [Int]) {
        self.scales = CommaList(scales)
    }

    /// Returns the densities, sorted and without duplicates.
    ///
    /// - Throws: ``ZigguratError`` if a density is not supported.
    func densities(of supported: [Int]) throws(ZigguratError) -> [Int] {
        guard scales.elements.allSatisfy(supported.contains) else {
            throw ZigguratError(
                LayoutError.invalidSetting("scales", value: scales.description))
        }
        return Set(scales.elements).sorted()
    }

    /// The densities that browsers request.
    static let web = [1, 2, 4, 8]
}
