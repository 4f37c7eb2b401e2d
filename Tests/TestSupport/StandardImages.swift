public import Foundation

/// Test images of other projects from Debian packages, not from the repository.
public enum StandardImages {
    /// JPEG XL's images (libjxl-testdata): PNGSuite, wide gamuts, 16 bits, subsampled JPEGs.
    static let jxl = URL(filePath: "/usr/share/libjxl-testdata")
    /// Go's images (golang-golang-x-image-dev): small TIFF, BMP, WebP and PNG files.
    static let go = URL(
        filePath: "/usr/share/gocode/src/golang.org/x/image/testdata")

    /// A file of one of these projects, by its path there.
    public static func file(_ name: String) throws -> URL {
        for (folder, package) in [(jxl, "libjxl-testdata"), (go, "golang-golang-x-image-dev")] {
            guard FileManager.default.fileExists(atPath: folder.path) else {
                throw MissingPrerequisite("\(folder.path), from the Debian package \(package),")
            }
            let file = folder.appending(path: name)
            if FileManager.default.isReadableFile(atPath: file.path) { return file }
        }
        throw MissingPrerequisite("The test image \(name)")
    }

    /// The names of one file of each kind.
    public static let names = [
        "external/pngsuite/ccwn2c08.png", "external/pngsuite/ccwn3p08.png",
        "external/pngsuite/ct1n0g04.png", "external/pngsuite/exif2c08.png",
        "external/pngsuite/g04n2c08.png", "external/pngsuite/g10n3p04.png",
        "external/raw.pixls/DJI-FC6310-16bit_709_v4_krita.png",
        "external/raw.pixls/Google-Pixel2XL-16bit_acescg_g1_v4_krita.png",
        "external/raw.pixls/HUAWEI-EVA-L09-16bit_srgb8_dt.png",
        "external/wesaturate/64px/a2d1un_nkitzmiller_2020_g1.png",
        "external/wesaturate/500px/tmshre_riaphotographs_alpha.png",
        "external/wide-gamut-tests/P3-sRGB-color-bars.png",
        "external/wide-gamut-tests/R2020-sRGB-color-ring.png",
        "external/wide-gamut-tests/rgb-to-gbr-test.png", "jxl/grayscale_patches.png",
        "jxl/hdr_room.png", "jxl/traffic_light.gif", "jxl/spline_on_first_frame.jxl",
        "jxl/flower/flower_small.q85_420_non_interleaved.jpg",
        "jxl/flower/flower_small.q85_444_partially_interleaved.jpg",
        "bw-gopher_ccittGroup3.tiff", "bw-gopher_ccittGroup4.tiff", "bw-packbits.tiff",
        "no_rps.tiff", "video-001-16bit.tiff", "video-001-gray-16bit.tiff",
        "video-001-paletted.tiff", "video-001-strip-64.tiff", "video-001-tile-64x64.tiff",
        "colormap.bmp", "yellow_rose-small-v5.bmp", "blue-purple-pink.lossy.webp",
        "yellow_rose.lossy-with-alpha.webp", "gopher-doc.1bpp.lossless.webp",
        "gopher-doc.1bpp.png", "gopher-doc.2bpp.png", "gopher-doc.4bpp.png", "tux.png",
        "bw-gopher.png",
    ]
}
