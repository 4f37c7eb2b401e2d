package import ZigguratSystem

extension SourceImage {
    /// Where the image can be cut without decoding it, from the file's header.
    ///
    /// - Throws: ``LosslessRefusal`` if the file is not such a JPEG, or its pixels are changed.
    package func coefficientGrid() throws(ZigguratError) -> CoefficientGrid {
        try coefficients().grid
    }

    /// The coefficients from which tiles are cut. They are not read yet.
    func coefficients() throws(ZigguratError) -> JPEGCoefficients {
        let obstacle: LosslessRefusal.Obstacle? =
            if header.format != "jpeg" {
                .notJPEG(format: header.format)
            } else if header.hasProfile && request.colour != .keep {
                .needsColourConversion
            } else if request.range != .stored {
                .hasRange
            } else if plan.reducedSize != nil {
                .isReduced
            } else {
                nil
            }
        if let obstacle { throw ZigguratError(LosslessRefusal(obstacle), path) }
        return try JPEGCoefficients(
            path: path, orientation: plan.orientation, region: plan.storedRegion,
            isReadDirectly: isReadDirectly && plan.isWhole)
    }
}
