import TestSupport
import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@Suite("Clients request exactly the files that exist")
struct ClientTests {
    @Test("Deep Zoom", arguments: testSizes)
    func deepZoom(size: PixelSize) throws {
        for tileSize in [254, 256] {
            let pyramid = try DeepZoomLayout().pyramid(size, tileSize: tileSize)
            let asked = ClientAddresses.deepZoom(
                name: "photo", image: size, tileSize: tileSize, format: "jpg")
            #expect(difference(asked, BundlePaths(.dzi, pyramid).all) == .none)
        }
    }

    @Test("z/x/y folders", arguments: testSizes)
    func xyz(size: PixelSize) throws {
        for tileSize in [256, 512] {
            let pyramid = try XYZLayout().pyramid(size, tileSize: tileSize)
            let asked = ClientAddresses.xyz(image: size, tileSize: tileSize, format: "jpg")
            #expect(difference(asked, BundlePaths(.xyz, pyramid).all) == .none)
        }
    }

    @Test("IIIF Image API 2", arguments: testSizes)
    func iiif2(size: PixelSize) throws {
        for tileSize in [256, 512, 1024] {
            let pyramid = try IIIFLayout(.two).pyramid(size, tileSize: tileSize)
            let clients = [
                ClientAddresses.openSeadragon2, ClientAddresses.openLayers2,
                ClientAddresses.leaflet2,
            ]
            let asked = Set(
                clients.flatMap {
                    ClientAddresses.iiif($0, image: size, tileSize: tileSize)
                })
            let documented = wholeImageAddresses(size, tileSize: tileSize)
            let paths = BundlePaths(.iiif, pyramid).all
            let difference = difference(asked, paths, mayBeThere: documented)
            #expect(difference == .none, "tiles of \(tileSize)")
        }
    }

    @Test("IIIF Image API 3", arguments: testSizes)
    func iiif3(size: PixelSize) throws {
        for tileSize in [256, 512, 1024] {
            let pyramid = try IIIFLayout(.three).pyramid(size, tileSize: tileSize)
            let clients = [ClientAddresses.openSeadragon3, ClientAddresses.openLayers3]
            let asked = Set(
                clients.flatMap {
                    ClientAddresses.iiif($0, image: size, tileSize: tileSize)
                })
            let documented = wholeImageAddresses(size, tileSize: tileSize)
            let paths = BundlePaths(.iiif3, pyramid).all
            let difference = difference(asked, paths, mayBeThere: documented)
            #expect(difference == .none, "tiles of \(tileSize)")
        }
    }

    @Test("The comparison detects missing and unexpected files")
    func negativeControls() throws {
        let size = PixelSize(square: 600)
        let asked = ClientAddresses.iiif(
            ClientAddresses.openLayers2, image: size, tileSize: 256)
        let paths = BundlePaths(.iiif, try IIIFLayout(.two).pyramid(size, tileSize: 256)).all
        let documented = wholeImageAddresses(size, tileSize: 256)
        #expect(difference(asked, paths, mayBeThere: documented) == .none)
        let tile = "256,256,256,256/256,/0/default.jpg"
        #expect(
            difference(asked, paths.filter { $0 != tile }, mayBeThere: documented)
                == Difference(missing: [tile], leftOver: []))
        #expect(
            difference(asked, paths + ["stray.jpg"], mayBeThere: documented)
                == Difference(missing: [], leftOver: ["stray.jpg"]))
        let larger = BundlePaths(.iiif, try IIIFLayout(.two).pyramid(size, tileSize: 512)).all
        #expect(!difference(asked, larger, mayBeThere: documented).missing.isEmpty)
        #expect(difference(asked, paths).leftOver.contains("full/full/0/default.jpg"))
    }

    /// The addresses of whole images: of each level that fits into one tile or into 1024 pixels.
    private func wholeImageAddresses(_ image: PixelSize, tileSize: Int) -> Set<String> {
        var addresses: Set<String> = []
        for factor in ClientAddresses.scaleFactors(of: image, tileSize: tileSize) {
            let width = (image.width + factor - 1) / factor
            let height = (image.height + factor - 1) / factor
            guard max(width, height) <= max(tileSize, 1024) else { continue }
            for region in ["full", "0,0,\(image.width),\(image.height)"] {
                for size in ["full", "max", "\(width),", "\(width),\(height)"] {
                    addresses.insert("\(region)/\(size)/0/default.jpg")
                }
            }
        }
        return addresses
    }
}

/// The requested paths that do not exist, and the files that are not requested.
private struct Difference: Equatable {
    var missing: Set<String>
    var leftOver: Set<String>

    static let none = Difference(missing: [], leftOver: [])
}

private func difference(
    _ asked: Set<String>, _ paths: [String], mayBeThere documented: Set<String> = []
) -> Difference {
    let there = Set(paths)
    return Difference(
        missing: asked.subtracting(there),
        leftOver: there.subtracting(asked).subtracting(documented))
}
