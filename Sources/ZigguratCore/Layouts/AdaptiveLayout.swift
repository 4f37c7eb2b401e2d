/// A layout whose levels depend on the image, or that writes several pyramids of one image.
package protocol AdaptiveLayout: Layout {
    /// Returns the levels of an image with a size and a tiling.
    func levels(for imageSize: PixelSize, tiling: Tiling) -> PyramidShape
    /// Returns the further pyramids of an image that are written into the same bundle.
    func furtherPyramids(of pyramid: Pyramid) -> [Pyramid]
}

extension AdaptiveLayout {
    package func levels(for imageSize: PixelSize, tiling: Tiling) -> PyramidShape {
        rules.levels.shape
    }

    package func furtherPyramids(of pyramid: Pyramid) -> [Pyramid] {
        pyramid.atDensities(rules.densities)
    }
}

extension Layout {
    package func shape(for imageSize: PixelSize, cut tiling: Tiling) -> PyramidShape {
        (self as? any AdaptiveLayout)?.levels(for: imageSize, tiling: tiling) ?? rules.levels.shape
    }

    package func companions(of pyramid: Pyramid) -> [Pyramid] {
        (self as? any AdaptiveLayout)?.furtherPyramids(of: pyramid)
            ?? pyramid.atDensities(rules.densities)
    }
}

extension Pyramid {
    /// Returns this pyramid at each of the densities except its own, the highest density first.
    fileprivate func atDensities(_ densities: [Int]) -> [Pyramid] {
        densities.sorted(by: >).filter { $0 != density }.map(atDensity)
    }
}
