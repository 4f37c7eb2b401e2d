package import ZigguratCore
import ZigguratSystem

/// The image sizes that every layout is tested with: one pixel around each power of two at which a
/// column, a row or a level begins, and very long images.
package let testSizes: [PixelSize] = [
    PixelSize(square: 1),
    PixelSize(width: 1, height: 257),
    PixelSize(width: 257, height: 1),
    PixelSize(width: 1, height: 1027),
    PixelSize(width: 1, height: 2055),
    PixelSize(width: 2, height: 4100),
    PixelSize(width: 2055, height: 1),
    PixelSize(square: 255),
    PixelSize(square: 256),
    PixelSize(square: 257),
    PixelSize(square: 512),
    PixelSize(square: 513),
    PixelSize(width: 513, height: 600),
    PixelSize(width: 600, height: 513),
    PixelSize(square: 1025),
    PixelSize(square: 1027),
    PixelSize(width: 1025, height: 2049),
    PixelSize(square: 2049),
    PixelSize(square: 2055),
    PixelSize(width: 290, height: 442),
    PixelSize(width: 775, height: 1024),
    PixelSize(width: 3509, height: 2506),
    PixelSize(width: 100, height: 100_000),
    PixelSize(width: 100_000, height: 300),
]

extension Layout {
    /// A pyramid of this layout.
    package func pyramid(
        _ size: PixelSize, tileSize: Int? = nil, overlap: Int? = nil, name: String = "photo"
    ) throws -> Pyramid {
        let request = Tiling.Request(tileSize: tileSize, overlap: overlap)
        return try pyramid(name: name, imageSize: size, tiling: request)
    }
}
