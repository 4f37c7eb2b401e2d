package import ZigguratSystem

extension SourceImage {
    /// Whether a region can be read on its own, with the pixels that it has in the whole image.
    ///
    /// - Throws: ``ZigguratError`` if the source cannot be read.
    package func readsRegions() throws(ZigguratError) -> Bool {
        // Which values of 16 bits are black and white may follow from the first rows.
        let knowsValues =
            request.range == .stored && (header.bitsPerSample <= 8 || header.hasProfile)
            && !header.conversions.contains { $0.isOpen }
        guard knowsValues, plan.orientation == .upright, decoder.beginsAtAnyRow(path) else {
            return false
        }
        guard !isIsolated else { return isReadByOwnDecoder }
        guard isReadDirectly else { return false }
        return try makeReading(keepsAlpha: true, background: .white).divisible != nil
    }
}
