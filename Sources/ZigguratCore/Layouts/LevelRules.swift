internal import ZigguratSystem

/// The default levels of a layout, and the changes that a request may make.
package struct LevelRules: Hashable, Sendable {
    package var shape: PyramidShape
    /// Whether a request may change the depth.
    package var allowsDepth: Bool
    /// Whether a request may omit the smallest or largest levels.
    package var allowsLimits: Bool

    package init(
        _ shape: PyramidShape = PyramidShape(), allowsDepth: Bool = true, allowsLimits: Bool = true
    ) {
        self.shape = shape
        self.allowsDepth = allowsDepth
        self.allowsLimits = allowsLimits
    }

    /// Returns rules without changes, for clients that compute the levels from the image's size.
    package static func fixed(_ shape: PyramidShape = PyramidShape()) -> LevelRules {
        LevelRules(shape, allowsDepth: false, allowsLimits: false)
    }

    /// Returns the shape for a request.
    ///
    /// - Throws: ``LayoutFailure`` if the named layout does not support the request.
    func shape(
        of shape: PyramidShape, for request: Pyramid.LevelRequest, layout name: String
    ) throws(ZigguratError) -> PyramidShape {
        var shape = shape
        if let depth = request.depth {
            guard allowsDepth || depth == shape.depth else {
                throw ZigguratError(LayoutFailure.fixedDepth(shape.depth), "layout \(name)")
            }
            shape.depth = depth
        }
        guard request.minimumLevel != nil || request.maximumLevel != nil else { return shape }
        guard allowsLimits else { throw ZigguratError(LayoutFailure.fixedLevels, "layout \(name)") }
        let least = request.minimumLevel ?? 0
        guard least >= 0, least <= request.maximumLevel ?? least else {
            throw ZigguratError(
                LayoutFailure.invalidLevelRange(
                    first: least, last: request.maximumLevel ?? least))
        }
        shape.minimumLevel = request.minimumLevel
        shape.maximumLevel = request.maximumLevel
        return shape
    }
}
