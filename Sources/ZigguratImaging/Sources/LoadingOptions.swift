internal import ZigguratSystem

/// What a loader of libvips is told, beyond the file's name.
struct LoadingOptions: Hashable, Sendable {
    /// The page or frame, from 0; `nil` is the one that the loader takes by itself.
    var page: Int?
    /// For formats without pixels of their own: how many dots an inch has. A page of a PDF is
    /// measured in points; of an SVG's pixels 72 make an inch here, as libvips has it.
    var dotsPerInch: Double?
    /// The level of a slide's own pyramid, from 0, its full resolution; `nil` is that one.
    var level: Int?
    /// One of a slide's further images in its place.
    var associatedImage: String?
    var allowsUntrusted = false
    var allowsTruncated = false

    /// The density at which such a format is drawn where nobody asks for another one, by the
    /// loader's word for it.
    static let defaultDensities: [String: Double] = ["pdf": 300, "svg": 72]

    /// Whether the file is read as any other program would read it.
    var isOrdinary: Bool {
        (page ?? 0) == 0 && dotsPerInch == nil && level == nil && associatedImage == nil
            && !allowsTruncated
    }
}
