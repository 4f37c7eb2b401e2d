internal import CImageFormats
internal import ZigguratDecoders
internal import ZigguratImaging
internal import ZigguratSources

/// A library that decodes or encodes images.
package struct ImageLibrary: Sendable {
    /// The name, such as `libtiff`.
    package let name: String
    /// The purpose of the library, in a few words.
    package let purpose: String
    /// The Debian 12 package that contains the library.
    package let package: String
    /// Whether the program links the library, so that it is always available.
    package let isLinked: Bool
    /// The formats that require the library.
    private let formats: [String]

    /// All libraries, linked libraries first.
    package static let all = [
        ImageLibrary("libjpeg-turbo", "JPEG", "libjpeg62-turbo", isLinked: true),
        ImageLibrary("libtiff", "TIFF", "libtiff6", isLinked: true),
        ImageLibrary("lcms2", "colour profiles", "liblcms2-2", isLinked: true),
        ImageLibrary("OpenJPEG", "JPEG 2000", "libopenjp2-7", isLinked: true),
        ImageLibrary("libwebp", "WebP", "libwebp7", isLinked: true),
        ImageLibrary(
            "libvips", "PDF, SVG, GIF and other formats, AVIF tiles, resized images",
            "libvips42",
            formats: [
                "gif", "pdf", "svg", "rad", "magick", "openexr", "fits", "openslide",
            ]),
        ImageLibrary("libheif", "HEIC and AVIF", "libheif1", formats: ["heif"]),
        ImageLibrary("libjxl", "JPEG XL", "libjxl0.7", formats: ["jxl"]),
        ImageLibrary("OpenSlide", "whole-slide images", "libopenslide0", formats: ["openslide"]),
    ]

    private init(
        _ name: String, _ purpose: String, _ package: String, isLinked: Bool = false,
        formats: [String] = []
    ) {
        self.name = name
        self.purpose = purpose
        self.package = package
        self.isLinked = isLinked
        self.formats = formats
    }

    /// The version; `nil` if the library is not installed. Reading this property loads the library.
    package var version: String? {
        zig_library_version(name).map { String(cString: $0) }
    }

    /// The formats that can be read with the installed libraries and loaders of libvips.
    package static var readableFormats: [String] {
        let hasVips = (try? VipsRuntime.start()) != nil
        let missing = all.flatMap { library in
            library.formats.filter { format in
                library.version == nil
                    || library.name == "libvips" && hasVips && !VipsImage.hasLoader(of: format)
            }
        }
        return Decoders.all.filter(\.traits.readsImages).map(\.format)
            .filter { !missing.contains($0) }
    }
}
