package import ZigguratCore
internal import ZigguratSystem

/// A step of the conversion from the stored image to the tiles.
///
/// Manifests store the steps as sentences, so the sentences are part of the library. Each sentence
/// completes “it is …”.
package enum ConversionStep: Hashable, Sendable {
    /// The file ends at approximately this row; `nil` if unknown. The rest of the image is filled.
    case filled(row: Int?)
    /// The data is damaged at approximately this row; `nil` if unknown.
    case damaged(row: Int?)
    case associatedImage(String)
    case level(PixelSize)
    case drawn(dotsPerInch: Double)
    /// A PDF states a coordinate unit other than 1/72 inch.
    case enlargedUnit(Double)
    /// The pixels of an OpenEXR file differ from its display window.
    case dataWindow(of: PixelSize)
    case turnedUpright(exif: Int)
    case rotated(degrees: Int)
    case cropped(PixelRegion, of: PixelSize)
    case keptProfile(byteCount: Int)
    case profileToSRGB(SourceRequest.Intent)
    /// The colours are converted from values that the file states as numbers.
    case codedToSRGB
    /// The image has light brighter than paper white, and its values are shown unchanged.
    case keptHighRange
    case ignoredProfile
    case ignoredAlpha
    /// The file states its colours by numbers without a profile, and the numbers are ignored.
    case ignoredColour
    case leftOutMetadata(byteCount: Int)
    case cmykToSRGB
    case labToSRGB
    case linearToSRGB(clips: Bool)
    /// The range is determined when the pixels are read.
    case automaticRange, plausibleRange
    case stretched(Double, Double)
    case readAsBits(Int, largest: Int)
    case readAsRange(upTo: Int)
    case reducedBits(from: Int, to: Int)
    case spreadBits(from: Int, to: Int)
    case reduced(from: PixelSize, to: PixelSize)
    case cutFromSource
    /// A step that was read from a manifest, as its sentence.
    case stored(String)

    /// Whether the step is completed only when the pixels are read.
    package var isOpen: Bool { self == .automaticRange || self == .plausibleRange }

    /// Returns a number with the digits of single precision, because most samples have no more
    /// digits.
    private func number(_ value: Double) -> String {
        let single = Float(value)
        return single.isFinite && Int(exactly: value) == nil
            ? "\(single)" : SourceRequest.ValueRange.text(value)
    }

    package var text: String {
        switch self {
        case .filled(let row):
            "filled where the file ends early" + (row.map { ", at about row \($0)" } ?? "")
        case .damaged(let row):
            "exported with damaged image data" + (row.map { ", at about row \($0)" } ?? "")
        case .associatedImage(let name): "the slide's image “\(name)”"
        case .level(let size):
            "read from its smaller copy of \(size) pixels, which is large enough"
        case .drawn(let density): "drawn at \(Int(density.rounded())) dots an inch"
        case .enlargedUnit(let unit):
            "drawn \(number(unit)) times as large as its coordinates, as its user unit says"
        case .dataWindow(let size):
            "shown by its data window, which is not its display window of \(size) pixels"
        case .turnedUpright(let exif): "turned upright (Exif orientation \(exif))"
        case .rotated(let degrees): "rotated by \(degrees)° clockwise"
        case .cropped(let crop, let size): "cut out of \(size) pixels at \(crop.x),\(crop.y)"
        case .keptProfile(let byteCount):
            "left in the colours of its profile, which every tile carries (\(byteCount) bytes)"
        case .profileToSRGB(let intent):
            "converted from the embedded colour profile to sRGB"
                + (intent == .relative ? "" : ", \(intent.rawValue) intent")
        case .codedToSRGB: "converted from the colours that the file states by numbers to sRGB"
        case .keptHighRange:
            "shown with its values of high dynamic range, which are not made darker or lighter"
        case .ignoredProfile: "shown without its colour profile, which cannot be used"
        case .ignoredAlpha: "shown opaque: its alpha is 0 everywhere"
        case .ignoredColour:
            "shown as sRGB: the colours that the file states without a profile are not converted"
        case .leftOutMetadata(let byteCount):
            "described without its metadata of \(byteCount) bytes, which are too long to be read"
        case .cmykToSRGB: "converted from CMYK to sRGB by a general press profile"
        case .labToSRGB: "converted from CIELAB to sRGB"
        case .linearToSRGB(let clips):
            "converted from linear light to sRGB"
                + (clips ? "; what is brighter than 1 is white" : "")
        case .automaticRange:
            "stretched to the range of its values, but for two in a hundred of them at either end"
        case .plausibleRange:
            "read as values from 0 to 1, from 0 to 255 or of the range that they have: "
                + "its numbers have none of their own"
        case .stretched(let low, let high):
            "stretched: \(number(low)) becomes black, \(number(high)) white"
        case .readAsBits(let bits, let largest):
            "read as \(bits) bits a sample: none of its values is above \(largest)"
        case .readAsRange(let limit):
            "read as values from 0 to \(limit), between which all of it lies"
        case .reducedBits(let bits, let wanted): "reduced from \(bits) to \(wanted) bits a sample"
        case .spreadBits(let bits, let wanted):
            "spread from \(bits) over \(wanted) bits a sample, which adds nothing"
        case .reduced(let whole, let size): "reduced from \(whole) to \(size) pixels"
        case .cutFromSource:
            "cut at full resolution out of the JPEG as it is, without decoding it"
        case .stored(let text): text
        }
    }
}

extension ConversionStep: Codable {
    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        self = [.automaticRange, .plausibleRange].first { $0.text == text } ?? .stored(text)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
