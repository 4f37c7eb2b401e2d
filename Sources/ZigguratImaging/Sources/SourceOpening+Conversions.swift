internal import CVips
internal import ZigguratCore
internal import ZigguratSystem

/// What is done to a picture, told to a person.
extension SourceOpening {
    /// One step a sentence, in the order in which a person would tell them.
    func conversions(_ recipe: ReadingRecipe) throws(ZigguratError) -> [String] {
        var steps: [String] = []
        if recipe.isFilled { steps.append("filled with one colour where the file ends early") }
        if let name = loading.associatedImage { steps.append("the slide's image “\(name)”") }
        if let level = loading.level, level > 0 {
            steps.append("read from level \(level) of the slide, which is large enough")
        }
        if let density = loading.dotsPerInch {
            steps.append("drawn at \(Int(density.rounded())) dots an inch")
        }
        if picture.orientation != 1 {
            steps.append("turned upright (Exif orientation \(picture.orientation))")
        }
        if request.rotation != .none {
            steps.append("rotated by \(request.rotation.rawValue)° clockwise")
        }
        if let crop = request.crop {
            let upright = recipe.orientation.turned(storedSize)
            steps.append("cut out of \(upright) pixels at \(crop.x),\(crop.y)")
        }
        let bits = try bitsPerSample()
        if let profile, request.colour == .keep {
            steps.append(
                "left in the colours of its profile, which every tile carries "
                    + "(\(profile.data.count) bytes)")
        } else if hasProfile {
            let intent =
                request.intent == .relative ? "" : ", \(request.intent.rawValue) intent"
            steps.append("converted from the embedded colour profile to sRGB\(intent)")
        } else if colour() == .cmyk {
            steps.append("converted from CMYK to sRGB by a general press profile")
        } else if colour() == .lab {
            steps.append("converted from CIELAB to sRGB")
        } else if picture.interpretation == VIPS_INTERPRETATION_scRGB {
            let end = request.range == .stored ? "; what is brighter than 1 is white" : ""
            steps.append("converted from linear light to sRGB\(end)")
        }
        if !picture.hasOwnRange, let step = rangeStep() { steps.append(step) }
        let wanted = request.sampleBits
        if bits > wanted { steps.append("reduced from \(bits) to \(wanted) bits a sample") }
        if bits < wanted {
            steps.append("spread from \(bits) over \(wanted) bits a sample, which adds nothing")
        }
        if let size = recipe.reducedSize {
            let whole = request.crop?.size ?? recipe.orientation.turned(storedSize)
            steps.append("reduced from \(whole) to \(recipe.orientation.turned(size)) pixels")
        }
        return steps
    }

    private func rangeStep() -> String? {
        switch request.range {
        case .limits(let low, let high):
            "stretched: \(SampleRange.text(low)) becomes black, \(SampleRange.text(high)) white"
        case .automatic:
            SourceHeader.automaticRange
        case .stored where picture.takesValuesAsStored || picture.format == VIPS_FORMAT_USHORT:
            nil
        case .stored:
            SourceHeader.plausibleRange
        }
    }
}
