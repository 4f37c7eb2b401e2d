internal import Glibc
internal import ZigguratKit

/// The state of this machine for exports: components, limits and the output folder.
struct Diagnosis {
    /// A library or a program.
    struct Component {
        let name: String
        let purpose: String
        /// The component's package in Debian 12.
        let package: String
        /// The installed version; `nil` if the component is not installed.
        let version: String?
        let isRequired: Bool
    }

    let components: [Component]
    let readableFormats: [String]
    let tileFormats: [(name: String, isAvailable: Bool)]
    let limits = MachineLimits()
    let destination: DestinationAbilities
    /// The reason why decoders cannot run in separate processes; `nil` if they can.
    let isolationFailure: ZigguratError?

    /// - Parameter isolation: the settings to run decoders in separate processes; `nil` to run
    ///   decoders in this process.
    init(destination: String, isolation: SourceRequest.Isolation?) {
        components =
            ImageLibrary.all.map {
                Component(
                    name: $0.name, purpose: $0.purpose, package: $0.package, version: $0.version,
                    isRequired: $0.isLinked)
            } + [
                Component(
                    name: "rclone", purpose: "ziggurat publish", package: "rclone",
                    version: Publication.rcloneVersion, isRequired: false)
            ]
        readableFormats = ImageLibrary.readableFormats
        tileFormats = TileFormat.all.map { format in
            do throws(ZigguratError) {
                try TileEncoders.check(TileEncoding(format))
                return (format.name, true)
            } catch {
                return (format.name, false)
            }
        }
        self.destination = DestinationAbilities(of: destination)
        isolationFailure = Self.failure(of: isolation)
    }

    var missing: [Component] { components.filter { $0.version == nil } }

    /// Whether this machine can export an image in a common format.
    var canExport: Bool { destination.isWritable && isolationFailure == nil }

    /// Reads an image of one pixel in a separate process, and returns the error if it fails.
    private static func failure(of isolation: SourceRequest.Isolation?) -> ZigguratError? {
        let image: [UInt8] =
            Array("qoif".utf8) + [0, 0, 0, 1, 0, 0, 0, 1, 3, 0, 0xFE, 1, 2, 3]
            + [0, 0, 0, 0, 0, 0, 0, 1]
        do throws(ZigguratError) {
            let folder = "\(SourceImage.temporaryFolder)/ziggurat-doctor-\(getpid())"
            try FileSystem.makeFolders(folder)
            defer { try? FileSystem.remove(folder) }
            let file = "\(folder)/pixel.qoi"
            try FileSystem.replace(file, with: image)
            var options = Exporter.Options()
            options.trust.isolation = isolation
            _ = try Exporter(destination: folder, options: options).plan(file)
            return nil
        } catch {
            return error
        }
    }
}
