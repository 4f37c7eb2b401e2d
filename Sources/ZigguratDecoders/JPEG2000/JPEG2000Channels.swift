internal import CImageFormats
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The conversion of the components of a codestream to pixels.
struct JPEG2000Channels {
    /// The conversion of a component to one sample of each pixel.
    struct Channel {
        let component: Int
        /// The number that is added to a sample before the table lookup.
        package let offset: Int
        /// The output sample, of 8 or 16 bits, for each input value.
        let table: [UInt16]
    }

    /// The colour channels in order, then alpha.
    let channels: [Channel]
    package let pixels: StoredPixels
    /// Whether the first three channels are luminance and two colour differences.
    let isYCC: Bool
    /// Bits per sample, as the file states them.
    package let bits: Int
    /// The columns and rows of the reference grid that a pixel covers.
    let stepX: Int
    let stepY: Int

    /// The maximum subsampling of a component. Images with coarser components are not supported.
    private static let coarsest = 8

    init(
        _ components: [JPEG2000Codestream.Component], _ boxes: JPEG2000Boxes
    ) throws(ZigguratError) {
        let all = try Self.origins(components, boxes)
        let definitions = boxes.definitions.filter { all.indices.contains($0.channel) }
        var colours = definitions.filter { $0.type == 0 }.sorted { $0.association < $1.association }
            .map(\.channel)
        // Source: ISO/IEC 15444-1, I.5.3.6: 1 is opacity, 2 opacity by which colours are multiplied.
        let opacity = definitions.first { $0.type == 1 } ?? definitions.first { $0.type == 2 }
        let alpha = opacity?.channel
        if colours.isEmpty {
            colours = Array(all.indices.filter { $0 != alpha })
        }
        guard !colours.isEmpty else { throw Self.unsupported(.components(all.count)) }
        let mostBits = all.map(\.bits).max() ?? 8
        // OpenJPEG writes the colour space number 0 (bi-level) for components without a stated
        // meaning.
        let number = boxes.colourSpace == 0 && mostBits > 1 ? nil : boxes.colourSpace
        let space = try Self.space(number, boxes.profile, count: colours.count)
        // Channels after the colours have a meaning only if the file states it. A codestream
        // without boxes cannot state a meaning.
        let used = colours.prefix(space.rawValue) + (alpha.map { [$0] } ?? [])
        let origins = used.map { all[$0] }
        bits = origins.map(\.bits).max() ?? 8
        guard origins.allSatisfy({ (1...16).contains($0.bits) }) else {
            throw Self.unsupported(.bitsPerSample(bits))
        }
        pixels = StoredPixels(
            colours: space, hasAlpha: alpha != nil, sampleBytes: bits > 8 ? 2 : 1,
            isPremultiplied: opacity?.type == 2)
        let most = bits > 8 ? 65_535 : 255
        channels = origins.map { Channel($0, most: most) }
        let steps = origins.map { components[$0.component] }
        let (stepX, stepY) = (
            Int(steps.map(\.step_x).min() ?? 1), Int(steps.map(\.step_y).min() ?? 1)
        )
        let areMultiples = steps.allSatisfy { step in
            Int(step.step_x) % stepX == 0 && Int(step.step_x) <= Self.coarsest * stepX
                && Int(step.step_y) % stepY == 0 && Int(step.step_y) <= Self.coarsest * stepY
        }
        guard areMultiples else { throw Self.unsupported(.componentSizes) }
        (self.stepX, self.stepY) = (stepX, stepY)
        // Without boxes, only subsampled chrominance shows that the channels are YCC.
        let isBare = number == nil && boxes.profile == nil
        let isCoarse =
            isBare && channels.count == 3
            && steps[1].step_x > steps[0].step_x && steps[2].step_x > steps[0].step_x
        isYCC = space == .rgb && (number == 18 || isCoarse)
    }

    private static func unsupported(_ feature: SourceError.Feature) -> ZigguratError {
        ZigguratError(SourceError.unsupported(feature))
    }

    /// Colour spaces of profiles that are refused. Source: ICC.1:2010, 7.2.6, table 19.
    private static let refusedSpaces: Set = [
        "XYZ", "Lab", "Luv", "YCbr", "Yxy", "HSV", "HLS", "CMY",
    ]

    /// The colour space that the boxes state, or that the number of channels suggests.
    private static func space(
        _ number: Int?, _ profile: [UInt8]?, count: Int
    ) throws(ZigguratError) -> StoredPixels.Colours {
        var stated: StoredPixels.Colours?
        if let number {
            switch number {
            case 12: stated = .cmyk
            case 16, 18: stated = .rgb
            case 17: stated = .grey
            default: throw Self.unsupported(.colourSpace(number))
            }
        } else if let profile, profile.count >= 20 {
            stated = [StoredPixels.Colours.grey, .rgb, .cmyk].first {
                profile[16..<20].elementsEqual(StoredPixels(colours: $0).profileSpace.utf8)
            }
            let other = String(decoding: profile[16..<20], as: UTF8.self).filter { $0 != " " }
            if refusedSpaces.contains(other) { throw Self.unsupported(.profile(other)) }
        }
        if let stated, stated.rawValue <= count { return stated }
        return count < 3 ? .grey : .rgb
    }
}

extension JPEG2000Channels {
    /// The source of a channel: a component, optionally through a palette.
    fileprivate struct Origin {
        let component: Int
        package let bits: Int
        let isSigned: Bool
        /// The values of the palette column; `nil` without a palette.
        package var column: [Int]?
    }

    private static func origins(
        _ components: [JPEG2000Codestream.Component], _ boxes: JPEG2000Boxes
    ) throws(ZigguratError) -> [Origin] {
        func origin(_ number: Int) -> Origin {
            Origin(
                component: number, bits: Int(components[number].bits),
                isSigned: components[number].is_signed != 0)
        }
        guard let palette = boxes.palette else { return components.indices.map(origin) }
        // A palette without a mapping belongs to the first component.
        let mapping =
            boxes.mapping.isEmpty
            ? palette.bits.indices.map { JPEG2000Boxes.Mapping(component: 0, column: $0) }
            : boxes.mapping
        var origins: [Origin] = []
        for channel in mapping {
            guard components.indices.contains(channel.component) else {
                throw Self.unsupported(.palette)
            }
            guard let column = channel.column else {
                origins.append(origin(channel.component))
                continue
            }
            guard palette.bits.indices.contains(column),
                components[channel.component].is_signed == 0
            else { throw Self.unsupported(.palette) }
            origins.append(
                Origin(
                    component: channel.component, bits: palette.bits[column], isSigned: false,
                    column: palette.columns[column]))
        }
        return origins
    }
}

extension JPEG2000Channels.Channel {
    /// - Parameter most: the output for the largest value.
    fileprivate init(_ origin: JPEG2000Channels.Origin, most: Int) {
        component = origin.component
        let last = 1 << origin.bits - 1
        offset = origin.isSigned ? 1 << (origin.bits - 1) : 0
        table = (origin.column ?? Array(0...last)).map {
            UInt16((min($0, last) * most + last / 2) / last)
        }
    }
}
