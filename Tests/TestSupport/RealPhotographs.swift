public import Foundation

/// Photographs from Debian packages, not from the repository.
public enum RealPhotographs {
    /// Fifteen JPEG photographs of 1.5 to 16 megapixels in portrait and landscape format, sorted by
    /// name, from the Debian package lomiri-wallpapers-16.04.
    public static func all() throws -> [URL] {
        let folder = URL(filePath: "/usr/share/backgrounds")
        return try names.map { try existing(folder.appending(path: $0), "lomiri-wallpapers-16.04") }
    }

    /// A photograph by the start of its name: `picosdeeuropa` (3264 × 2448), `Wine` (2560 × 3837),
    /// `seeding` (5312 × 2988), `Picture_1A` (1365 × 1074) …
    public static func photograph(_ name: String) throws -> URL {
        guard let file = try all().first(where: { $0.lastPathComponent.hasPrefix(name) }) else {
            throw MissingPrerequisite("The photograph \(name)")
        }
        return file
    }

    /// A JPEG of 40 × 80 pixels in each of the eight Exif orientations, by orientation, from the
    /// Debian package golang-github-rwcarlsen-goexif-dev.
    public static func orientations() throws -> [Int: URL] {
        let folder = URL(
            filePath: "/usr/share/gocode/src/github.com/rwcarlsen/goexif/exif/samples")
        return try Dictionary(
            uniqueKeysWithValues: (1...8).map { orientation in
                let file = folder.appending(path: "f\(orientation)-exif.jpg")
                return (orientation, try existing(file, "golang-github-rwcarlsen-goexif-dev"))
            })
    }

    /// Small JPEGs of many cameras, some with damaged Exif, from the Debian package
    /// golang-github-rwcarlsen-goexif-dev.
    public static func exifSamples() throws -> [URL] {
        let folder = "/usr/share/gocode/src/github.com/rwcarlsen/goexif/exif"
        return try ["corrupt", "samples"].flatMap { name in
            let part = try existing(
                URL(filePath: "\(folder)/\(name)"), "golang-github-rwcarlsen-goexif-dev")
            return try FileManager.default.contentsOfDirectory(
                at: part, includingPropertiesForKeys: nil)
        }.filter { $0.pathExtension == "jpg" }
    }

    private static func existing(_ file: URL, _ package: String) throws -> URL {
        guard FileManager.default.isReadableFile(atPath: file.path) else {
            throw MissingPrerequisite("\(file.path), from the Debian package \(package),")
        }
        return file
    }

    private static let names = [
        "Bridge_by_Sander_Klootwijk.jpg", "Dragonfly_by_Bolly.jpg", "Picture_0B_by_freespace.jpg",
        "Picture_1A_by_freespace.jpg", "Wine_by_Jakkub_Mede.jpg",
        "aitzgorri_by_Aitzol_Berasategi.jpg", "analogpattern_by_Peter_Nerlich.jpg",
        "free_by_Peter_Nerlich.jpg", "friends_by_Aitzol_Berasategi.jpg",
        "greentock_by_Peter_Nerlich.jpg", "life_by_Aitzol_Berasategi.jpg",
        "picosdeeuropa_by_Aitzol_Berasategi.jpg", "seeding_by_Clements_Engelhardt.jpg",
        "sunset_by_Aitzol_Berasategi.jpg", "umang_by_Abhishek_Mudgal.jpg",
    ]
}
