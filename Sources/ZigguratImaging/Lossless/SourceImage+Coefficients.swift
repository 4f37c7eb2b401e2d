package import ZigguratSystem

extension SourceImage {
    /// Where the image can be cut without decoding it, from the file's header.
    ///
    /// - Throws: ``LosslessRefusal`` if the file is not such a JPEG, or its pixels are changed.
    package func coefficientGrid() throws(ZigguratError) -> CoefficientGrid {
        try coefficients().grid
    }

    /// Reads the coefficients from which tiles are cut.
    ///
    /// - Parameter isWanted: asked now and then; an answer of `false` cancels.
    func readCoefficients(
        isWanted: () -> Bool
    ) throws(ZigguratError) -> JPEGCoefficients {
        let coefficients = try coefficients()
        try coefficients.read(allowsTruncated: trust.allowsTruncated, isWanted: isWanted)
        return coefficients
    }

    private func coefficients() throws(ZigguratError) -> JPEGCoefficients {
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
            path: path, orientation: plan.orientation, region: plan.storedRegion)
    }
}
