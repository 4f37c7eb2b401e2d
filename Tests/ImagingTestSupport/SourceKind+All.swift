import Foundation
import TestSupport
import ZigguratCore
import ZigguratImaging

/// The kinds of files that tests read.
extension SourceKind {
    /// vips inverts CMYK in a JPEG, as Adobe's programs do.
    static let all: [SourceKind] = [
        SourceKind(
            file: "444.jpg", making: [["copy", "rgb.v", "444.jpg[Q=90,subsample-mode=off]"]]),
        SourceKind(
            file: "420.jpg", making: [["copy", "rgb.v", "420.jpg[Q=80,subsample-mode=on]"]]),
        SourceKind(file: "grey.jpg", making: [["copy", "grey.v", "grey.jpg[Q=90]"]]),
        SourceKind(
            file: "progressive.jpg", making: [["copy", "rgb.v", "progressive.jpg[interlace]"]]),
        SourceKind(
            file: "restarts.jpg", making: [["copy", "rgb.v", "restarts.jpg[restart-interval=3]"]]),
        SourceKind(
            file: "cmyk.jpg",
            making: [["icc_transform", "rgb.v", "cmyk.jpg", "cmyk", "--input-profile", "srgb"]],
            seeing: [Vips.embeddedToSRGB], isExact: false),
        SourceKind(
            file: "press.jpg",
            making: [
                ["icc_transform", "rgb.v", "cmyk.v", "cmyk", "--input-profile", "srgb"],
                ["copy", "cmyk.v", "press.jpg[strip]"],
            ], seeing: [Vips.pressToSRGB]),
        SourceKind(
            file: "p3.jpg",
            making: [["icc_transform", "rgb.v", "p3.jpg", "p3", "--input-profile", "srgb"]],
            seeing: [Vips.embeddedToSRGB], isExact: false),
        SourceKind(
            file: "srgb.jpg",
            making: [["icc_transform", "rgb.v", "srgb.jpg", "srgb", "--input-profile", "p3"]]),
        SourceKind(file: "plain.png", making: [["copy", "rgb.v", "plain.png"]]),
        SourceKind(
            file: "interlaced.png", making: [["copy", "rgb.v", "interlaced.png[interlace]"]]),
        SourceKind(
            file: "alpha.png", making: [["copy", "rgba.v", "alpha.png"]], seeing: [Vips.onWhite]),
        SourceKind(
            file: "grey-alpha.png",
            making: [["bandjoin", "grey.v alpha.v", "ga.v"], ["copy", "ga.v", "grey-alpha.png"]],
            seeing: [Vips.onWhite]),
        SourceKind(
            file: "16.png", making: [["colourspace", "rgb.v", "16.png", "rgb16"]],
            seeing: [["colourspace", "srgb"]]),
        SourceKind(
            file: "grey16.png", making: [["colourspace", "grey.v", "grey16.png", "grey16"]],
            seeing: [["colourspace", "b-w"]], isExact: false),
        SourceKind(
            file: "alpha16.png",
            making: [
                ["linear", "rgba.v", "wide.v", "257", "0"],
                ["cast", "wide.v", "ushort.v", "ushort"],
                ["copy", "ushort.v", "alpha16.png", "--interpretation", "rgb16"],
            ],
            seeing: [
                ["linear", "0.0038910505836575876", "0", "--uchar"],
                ["copy", "--interpretation", "srgb"], Vips.onWhite,
            ]),
        SourceKind(
            file: "palette.png", making: [["copy", "rgb.v", "palette.png[palette,bitdepth=4]"]]),
        SourceKind(file: "bilevel.png", making: [["copy", "grey.v", "bilevel.png[bitdepth=1]"]]),
        SourceKind(
            file: "tiled.tif",
            making: [
                ["copy", "rgb.v", "tiled.tif[tile,tile-width=128,tile-height=64,compression=lzw]"]
            ]),
        SourceKind(
            file: "striped.tif", making: [["copy", "rgb.v", "striped.tif[compression=deflate]"]]),
        SourceKind(
            file: "pyramid.tif", making: [["copy", "rgb.v", "pyramid.tif[tile,pyramid]"]]),
        SourceKind(
            file: "16.tif", making: [["colourspace", "rgb.v", "16.tif", "rgb16"]],
            seeing: [["colourspace", "srgb"]]),
        SourceKind(
            file: "p3-16.tif",
            making: [
                [
                    "icc_transform", "rgb.v", "p3-16.tif", "p3", "--input-profile", "srgb",
                    "--depth", "16",
                ]
            ], seeing: [Vips.embeddedToSRGB], isExact: false),
        SourceKind(
            file: "lab.tif", making: [["colourspace", "rgb.v", "lab.tif", "lab"]],
            seeing: [["colourspace", "srgb"]]),
        SourceKind(
            file: "cmyk.tif",
            making: [["icc_transform", "rgb.v", "cmyk.tif", "cmyk", "--input-profile", "srgb"]],
            seeing: [Vips.embeddedToSRGB], isExact: false),
        SourceKind(
            file: "float.tif", making: [["colourspace", "rgb.v", "float.tif", "scrgb"]],
            seeing: [["colourspace", "srgb"]]),
        SourceKind(file: "lossy.webp", making: [["copy", "rgb.v", "lossy.webp[Q=80]"]]),
        SourceKind(
            file: "alpha.webp", making: [["copy", "rgba.v", "alpha.webp[lossless]"]],
            seeing: [Vips.onWhite]),
        SourceKind(file: "colours.gif", making: [["copy", "rgb.v", "colours.gif"]]),
        SourceKind(
            file: "screen-profile-on-grey.jpg",
            making: [["copy", "grey.v", "screen-profile-on-grey.jpg[profile=srgb]"]]),
        SourceKind(
            file: "five-bands.tif",
            making: [
                ["bandjoin", "rgba.v grey.v", "five.v"],
                ["copy", "five.v", "five-bands.tif", "--interpretation", "srgb"],
            ],
            seeing: [["extract_band", "0", "--n", "4"], Vips.onWhite]),
        SourceKind(
            file: "seven-bands.tif",
            making: [
                ["bandjoin", "rgb.v rgba.v", "seven.v"],
                ["copy", "seven.v", "seven-bands.tif", "--interpretation", "multiband"],
            ],
            seeing: [["extract_band", "0", "--n", "4"], Vips.onWhite]),
        SourceKind(
            file: "bright.hdr", making: [["copy", "rgb.v", "bright.hdr"]],
            seeing: [["rad2float"], ["colourspace", "srgb"]]),
        SourceKind(file: "plain.ppm", making: [["copy", "rgb.v", "plain.ppm"]]),
        SourceKind(file: "bilevel.tif", making: [["copy", "grey.v", "bilevel.tif[bitdepth=1]"]]),
        SourceKind(file: "2-bit.tif", making: [["copy", "grey.v", "2-bit.tif[bitdepth=2]"]]),
        SourceKind(file: "4-bit.tif", making: [["copy", "grey.v", "4-bit.tif[bitdepth=4]"]]),
        SourceKind(
            file: "white-is-0.tif", making: [["copy", "grey.v", "white-is-0.tif[miniswhite]"]]),
        SourceKind(
            file: "perceptual.jpg",
            making: [
                ["icc_transform", "rgb.v", "perceptual.jpg", "p3", "--input-profile", "srgb"]
            ],
            request: SourceRequest(intent: .perceptual),
            seeing: [
                [
                    "icc_transform", "srgb", "--embedded", "--intent", "perceptual",
                    "--black-point-compensation",
                ]
            ], isExact: false),
        SourceKind(
            file: "absolute.tif",
            making: [
                ["icc_transform", "rgb.v", "absolute.tif", "cmyk", "--input-profile", "srgb"]
            ],
            request: SourceRequest(intent: .absolute),
            seeing: [["icc_transform", "srgb", "--embedded", "--intent", "absolute"]],
            isExact: false),
        SourceKind(
            file: "12-bit.png",
            making: [
                ["linear", "rgb.v", "wide.v", "16", "0"], ["cast", "wide.v", "ushort.v", "ushort"],
                ["copy", "ushort.v", "12-bit.png", "--interpretation", "rgb16"],
            ],
            seeing: [
                ["linear", "0.062271062", "0.5", "--uchar"], ["copy", "--interpretation", "srgb"],
            ], isExact: false),
        SourceKind(
            file: "from-0-to-1.tif",
            making: [
                ["linear", "grey.v", "part.v", "0.00392156862745098", "0"],
                ["copy", "part.v", "from-0-to-1.tif", "--interpretation", "b-w"],
            ],
            seeing: [
                ["linear", "255", "0", "--uchar"], ["copy", "--interpretation", "b-w"],
            ], isExact: false),
        SourceKind(
            file: "heights.tif",
            making: [
                ["linear", "grey.v", "heights.v", "10", "--", "-500"],
                ["copy", "heights.v", "heights.tif", "--interpretation", "b-w"],
            ],
            request: SourceRequest(range: .limits(-500, 2050)),
            seeing: [
                ["linear", "0.1", "50", "--uchar"], ["copy", "--interpretation", "b-w"],
            ], isExact: false),
        SourceKind(
            file: "dark.hdr",
            making: [
                ["colourspace", "rgb.v", "light.v", "scrgb"],
                ["linear", "light.v", "twice.v", "2", "0"],
                ["copy", "twice.v", "dark.hdr", "--interpretation", "scrgb"],
            ],
            request: SourceRequest(range: .limits(0, 2)),
            seeing: [
                ["rad2float"], ["linear", "0.5", "0"], ["copy", "--interpretation", "scrgb"],
                ["colourspace", "srgb"],
            ], isExact: false),
        SourceKind(
            file: "labs.tif", making: [["colourspace", "rgb.v", "labs.tif", "labs"]],
            seeing: [["colourspace", "srgb"]]),
        SourceKind(
            file: "press.tif",
            making: [
                ["icc_transform", "rgb.v", "cmyk.v", "cmyk", "--input-profile", "srgb"],
                ["copy", "cmyk.v", "press.tif[strip]"],
            ], seeing: [Vips.pressToSRGB]),
        SourceKind(file: "2-bit.png", making: [["copy", "grey.v", "2-bit.png[bitdepth=2]"]]),
        SourceKind(file: "4-bit.png", making: [["copy", "grey.v", "4-bit.png[bitdepth=4]"]]),
        SourceKind(
            file: "palette-8.png", making: [["copy", "rgb.v", "palette-8.png[palette]"]]),
        SourceKind(
            file: "palette-alpha.png", making: [["copy", "rgba.v", "palette-alpha.png[palette]"]],
            seeing: [Vips.onWhite]),
        SourceKind(
            file: "alpha.tif", making: [["copy", "rgba.v", "alpha.tif[compression=lzw]"]],
            seeing: [Vips.onWhite]),
        SourceKind(file: "plain.avif", making: [["copy", "rgb.v", "plain.avif[Q=80]"]]),
        SourceKind(
            file: "alpha.avif", making: [["copy", "rgba.v", "alpha.avif[Q=80]"]],
            seeing: [Vips.onWhite]),
        SourceKind(
            file: "plain.heic", making: [["copy", "rgb.v", "plain.heic[Q=80,compression=hevc]"]]),
        SourceKind(file: "plain.jxl", making: [["copy", "rgb.v", "plain.jxl[Q=90]"]]),
        SourceKind(file: "plain.jp2", making: [["copy", "rgb.v", "plain.jp2[Q=60]"]]),
        SourceKind(
            file: "tiled.jp2",
            making: [["copy", "rgb.v", "tiled.jp2[lossless,tile-width=128,tile-height=64]"]]),
        SourceKind(
            file: "one-tile.jp2",
            making: [["copy", "rgb.v", "one-tile.jp2[Q=60,tile-width=1024,tile-height=1024]"]]),
        SourceKind(file: "grey.jp2", making: [["copy", "grey.v", "grey.jp2[lossless]"]]),
        SourceKind(
            file: "alpha.jp2", making: [["copy", "rgba.v", "alpha.jp2[lossless]"]],
            seeing: [Vips.onWhite]),
        SourceKind(
            file: "16.jp2",
            making: [
                ["colourspace", "rgb.v", "wide.v", "rgb16"],
                ["copy", "wide.v", "16.jp2[lossless]"],
            ],
            seeing: [["colourspace", "srgb"]]),
        SourceKind(
            file: "pages.tif",
            making: [
                ["flip", "rgb.v", "two.v", "horizontal"],
                ["join", "rgb.v", "two.v", "all.v", "vertical"],
                ["copy", "all.v", "pages.tif[page-height=HEIGHT]"],
            ], opening: "[page=1]", request: SourceRequest(page: 2)),
        SourceKind(
            file: "frames.gif",
            making: [
                ["flip", "rgb.v", "two.v", "horizontal"],
                ["join", "rgb.v", "two.v", "all.v", "vertical"],
                ["copy", "all.v", "frames.gif[page-height=HEIGHT]"],
            ], opening: "[page=1]", request: SourceRequest(page: 2),
            seeing: [Vips.onWhite]),
        SourceKind(
            file: "frames.webp",
            making: [
                ["flip", "rgb.v", "two.v", "horizontal"],
                ["join", "rgb.v", "two.v", "all.v", "vertical"],
                ["copy", "all.v", "frames.webp[page-height=HEIGHT]"],
            ], opening: "[page=1]", request: SourceRequest(page: 2)),
        SourceKind(
            file: "pages.pdf", making: [], content: PDFDocument.bytes(pages: 3),
            opening: "[page=1,dpi=280]", request: SourceRequest(page: 2, density: 280),
            seeing: [["extract_band", "0", "--n", "3"]], tileCount: 4 * 2 + 2 + 9),
        SourceKind(
            file: "drawing.svg", making: [],
            content: Data(
                """
                <svg xmlns="http://www.w3.org/2000/svg" width="518" height="349">
                <circle cx="240" cy="170" r="150" fill="#c04020" fill-opacity="0.5"/></svg>
                """.utf8),
            opening: "[dpi=108]", request: SourceRequest(density: 108), seeing: [Vips.onWhite]),
        SourceKind(
            file: "fitted.svg", making: [],
            content: Data(
                """
                <svg xmlns="http://www.w3.org/2000/svg" width="259" height="174">
                <path d="M9 20 250 160M9 160 250 20" stroke="#204080" stroke-width="0.4"/></svg>
                """.utf8),
            opening: "[dpi=216]", request: SourceRequest(fit: PixelSize(width: 777, height: 900)),
            seeing: [Vips.onWhite]),
    ]
}
