internal import ZigguratSystem

/// The name and the version of the program.
package enum Ziggurat {
    /// The version of the git tag of the build; without a tag, the version of the sources.
    package static let version = BuildInformation.tag ?? sourceVersion
    /// The version of the sources, or the next release.
    private static let sourceVersion = "0.1.0"
    package static let name = "Ziggurat"
    package static let generator = "\(name) \(version)"

    /// Whether this program, in any version, is the generator that a file names.
    package static func isGenerator(_ generator: String) -> Bool {
        generator.hasPrefix("\(name) ")
    }
}
