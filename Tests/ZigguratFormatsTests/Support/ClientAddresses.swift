import ZigguratCore
import ZigguratFormats
import ZigguratSystem

/// The addresses that a client requests, computed as the client computes them, without the library.
enum ClientAddresses {
    /// The way in which a client writes addresses of a IIIF service.
    struct IIIF: Sendable {
        /// Whether the client writes `full` for a region that is the whole image.
        let writesFullRegion: Bool
        /// The size in the address of a tile, given the sizes of the tile and the image.
        let size: @Sendable (_ picture: PixelSize, _ image: PixelSize) -> String
    }

    /// OpenSeadragon 6, Image API 2.
    static let openSeadragon2 = IIIF(writesFullRegion: true) { picture, image in
        picture.width == image.width ? "full" : "\(picture.width),"
    }
    /// OpenSeadragon 6, Image API 3.
    static let openSeadragon3 = IIIF(writesFullRegion: true) { picture, image in
        picture == image ? "max" : "\(picture.width),\(picture.height)"
    }
    /// OpenLayers, Image API 2.
    static let openLayers2 = IIIF(writesFullRegion: true) { picture, _ in "\(picture.width)," }
    /// OpenLayers, Image API 3.
    static let openLayers3 = IIIF(writesFullRegion: true) { picture, _ in
        "\(picture.width),\(picture.height)"
    }
    /// Leaflet-IIIF, which reads version 2 only.
    static let leaflet2 = IIIF(writesFullRegion: false) { picture, _ in "\(picture.width)," }

    /// Scale factors 1, 2, 4 … until one tile covers the image.
    static func scaleFactors(of image: PixelSize, tileSize: Int) -> [Int] {
        var factors = [1]
        while factors[factors.count - 1] * tileSize < max(image.width, image.height) {
            factors.append(factors[factors.count - 1] * 2)
        }
        return factors
    }

    /// The addresses of all tiles that a client requests from a IIIF service.
    static func iiif(_ client: IIIF, image: PixelSize, tileSize: Int) -> Set<String> {
        var addresses: Set<String> = []
        for factor in scaleFactors(of: image, tileSize: tileSize) {
            for x in stride(from: 0, to: image.width, by: tileSize * factor) {
                for y in stride(from: 0, to: image.height, by: tileSize * factor) {
                    let width = min(tileSize * factor, image.width - x)
                    let height = min(tileSize * factor, image.height - y)
                    let picture = PixelSize(
                        width: (width + factor - 1) / factor,
                        height: (height + factor - 1) / factor)
                    let isWhole = width == image.width && height == image.height
                    let region =
                        isWhole && client.writesFullRegion ? "full" : "\(x),\(y),\(width),\(height)"
                    addresses.insert("\(region)/\(client.size(picture, image))/0/default.jpg")
                }
            }
        }
        return addresses
    }

    /// The addresses of all tiles of a Deep Zoom image, from the values of its descriptor.
    static func deepZoom(
        name: String, image: PixelSize, tileSize: Int, format: String
    ) -> Set<String> {
        var addresses: Set<String> = []
        var level = 0
        while 1 << level < max(image.width, image.height) { level += 1 }
        var width = image.width
        var height = image.height
        while level >= 0 {
            for column in 0...(width - 1) / tileSize {
                for row in 0...(height - 1) / tileSize {
                    addresses.insert("\(name)_files/\(level)/\(column)_\(row).\(format)")
                }
            }
            level -= 1
            width = (width + 1) / 2
            height = (height + 1) / 2
        }
        return addresses
    }

    /// The addresses of all tiles of `z/x/y` folders inside the bounds that the page gives to
    /// Leaflet.
    static func xyz(image: PixelSize, tileSize: Int, format: String) -> Set<String> {
        var native = 0
        while tileSize << native < max(image.width, image.height) { native += 1 }
        var addresses: Set<String> = []
        for zoom in 0...native {
            let cell = tileSize << (native - zoom)
            for x in stride(from: 0, to: image.width, by: cell) {
                for y in stride(from: 0, to: image.height, by: cell) {
                    addresses.insert("\(zoom)/\(x / cell)/\(y / cell).\(format)")
                }
            }
        }
        return addresses
    }
}
