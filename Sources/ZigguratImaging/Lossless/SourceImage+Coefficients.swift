internal import ZigguratCore
public import ZigguratSystem

extension SourceImage {
    /// Where the picture can be cut without decoding it, from the file's header.
    ///
    /// - Throws: ``ZigguratError`` where the file is no such JPEG, or its pixels are not used as
    ///   they are.
    public func coefficientGrid() throws(ZigguratError) -> CoefficientGrid {
        try coefficients().grid
    }

    /// Reads what tiles are cut from.
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
        guard header.format == "jpeg" else {
            throw refusal(
                "only a JPEG can be cut into JPEG tiles without loss, and this is \(header.format)",
                remedy: "leave --lossless out, or take another --format")
        }
        guard !header.hasProfile || request.colour == .keep else {
            throw refusal(
                "its colours have to be converted to sRGB, which cannot be done without loss",
                remedy: "leave --lossless out, or keep the colours with --color keep")
        }
        guard request.range == .stored else {
            throw refusal(
                "its values cannot be stretched without loss",
                remedy: "leave out one of --lossless and --range")
        }
        guard recipe.reducedSize == nil else {
            throw refusal(
                "it is reduced, and so not exported at full resolution",
                remedy: "leave out --lossless, or what makes it smaller")
        }
        return try JPEGCoefficients(
            path: path, orientation: recipe.orientation, region: recipe.storedRegion)
    }

    private func refusal(_ problem: String, remedy: String) -> ZigguratError {
        ZigguratError(.invalidOptions, path, problem, remedy: remedy)
    }
}
