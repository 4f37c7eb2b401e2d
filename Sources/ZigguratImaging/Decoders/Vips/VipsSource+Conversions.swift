internal import CVips
internal import ZigguratCore
internal import ZigguratSystem

extension VipsSource {
    /// What is done to the image, in the order in which it is told.
    func conversions(_ plan: DecodePlan) throws(ZigguratError) -> [ConversionStep] {
        var steps: [ConversionStep] = []
        if let name = settings.associatedImage { steps.append(.associatedImage(name)) }
        if storedSize != image.size { steps.append(.level(storedSize)) }
        if let density = settings.dotsPerInch { steps.append(.drawn(dotsPerInch: density)) }
        if let unit = settings.unit { steps.append(.enlargedUnit(unit)) }
        if let size = decoder.wholeSize(path) { steps.append(.dataWindow(of: size)) }
        if image.orientation != 1 { steps.append(.turnedUpright(exif: image.orientation)) }
        if request.rotation != .none { steps.append(.rotated(degrees: request.rotation.rawValue)) }
        let uprightSize = plan.orientation.turned(image.size)
        if let crop = request.crop { steps.append(.cropped(crop, of: uprightSize)) }
        let leftOut = image.leftOutBytes
        if leftOut > 0 { steps.append(.leftOutMetadata(byteCount: leftOut)) }
        if image.profile?.isUsable(request.intent) == false { steps.append(.ignoredProfile) }
        if decoder.statedColour(path)?.hasHighRange == true { steps.append(.keptHighRange) }
        if image.profile == nil, decoder.ignoresColour(path, settings) {
            steps.append(.ignoredColour)
        }
        if settings.ignoresAlpha { steps.append(.ignoredAlpha) }
        if let step = colourStep() { steps.append(step) }
        if !image.hasOwnRange, let step = rangeStep() { steps.append(step) }
        let (bits, wanted) = (try image.bitsPerSample(), request.sampleBits)
        if bits > wanted { steps.append(.reducedBits(from: bits, to: wanted)) }
        if bits < wanted { steps.append(.spreadBits(from: bits, to: wanted)) }
        if let size = plan.reducedSize {
            let whole = request.crop?.size ?? uprightSize
            steps.append(.reduced(from: whole, to: plan.orientation.turned(size)))
        }
        return steps
    }

    private func colourStep() -> ConversionStep? {
        if let profile { return profile.step(for: request) }
        return switch image.colour {
        case .cmyk: .cmykToSRGB
        case .lab: .labToSRGB
        default:
            image.interpretation == VIPS_INTERPRETATION_scRGB
                ? .linearToSRGB(clips: request.range == .stored) : nil
        }
    }

    private func rangeStep() -> ConversionStep? {
        switch request.range {
        case .limits(let low, let high): .stretched(low, high)
        case .automatic: .automaticRange
        case .stored where image.takesValuesAsStored || image.format == VIPS_FORMAT_USHORT: nil
        case .stored: .plausibleRange
        }
    }
}
