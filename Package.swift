// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target is compiled with.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The tests' judges look at every pixel, which takes minutes where they are not optimised. They are
/// in no product, so that nobody who depends on the package is kept from it by the flag.
let fast = strict + [.unsafeFlags(["-O"])]

/// Everything above the module that touches pixels promises not to touch memory by hand.
let safe = strict + [.strictMemorySafety()]

/// Libraries that become a part of the program: every shared one makes it start later.
func archives(_ names: String...) -> [LinkerSetting] {
    names.map { .linkedLibrary(":lib\($0).a") }
}

let package = Package(
    name: "Ziggurat",
    products: [
        .library(name: "ZigguratKit", targets: ["ZigguratKit"]),
        .executable(name: "ziggurat", targets: ["ziggurat"]),
    ],
    targets: [
        // C, each behind one Swift module.
        .systemLibrary(name: "CDeflate", providers: [.apt(["libdeflate-dev"])]),
        .systemLibrary(name: "CWebP", providers: [.apt(["libwebp-dev"])]),
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .target(name: "CLoader"),
        .target(name: "CXML", dependencies: ["CLoader"], sources: ["Library.c"]),
        .target(name: "CGLib", dependencies: ["CLoader"], sources: ["Checksum.c"]),
        .target(name: "CISAL", dependencies: ["CLoader"]),
        .target(name: "CTurboJPEG", linkerSettings: archives("jpeg")),
        .target(name: "CExif", linkerSettings: archives("exif")),
        .target(name: "CPixels"),
        .target(name: "CSystem"),
        .target(name: "CMicroHTTPD", dependencies: ["CLoader"]),
        .target(name: "CTIFF", dependencies: ["CLoader"]),
        // Compiled with libvips' headers, which want those of GLib; not linked to it.
        .target(name: "CVips", dependencies: ["CGLib", "CLoader"]),
        .target(name: "CSpawn"),
        .target(name: "CViewerAssets", exclude: ["vendor"]),
        .target(name: "CMustache"),

        .target(
            name: "ZigguratSystem",
            dependencies: ["CGLib", "CDeflate", "CSQLite", "CXML", "CSystem"],
            swiftSettings: strict, linkerSettings: archives("deflate", "sqlite3")),
        .target(name: "ZigguratCore", dependencies: ["ZigguratSystem"], swiftSettings: safe),
        .target(
            name: "ZigguratImaging",
            dependencies: [
                "ZigguratCore", "ZigguratSystem", "CVips", "CTurboJPEG", "CExif", "CTIFF", "CWebP",
                "CPixels",
                "CSystem", "CDeflate", "CISAL",
            ],
            swiftSettings: strict, linkerSettings: archives("deflate", "webpmux", "webp")),
        .target(
            name: "ZigguratFormats",
            dependencies: ["ZigguratCore", "ZigguratImaging", "ZigguratSystem"],
            swiftSettings: safe),
        .target(
            name: "ZigguratExport",
            dependencies: [
                "ZigguratCore", "ZigguratFormats", "ZigguratImaging", "ZigguratSystem", "CSystem",
            ],
            swiftSettings: safe),
        .target(
            name: "ZigguratViewer",
            dependencies: ["ZigguratCore", "ZigguratSystem", "CViewerAssets", "CMustache"],
            swiftSettings: safe),
        .target(
            name: "ZigguratServer", dependencies: ["ZigguratCore", "CMicroHTTPD"],
            swiftSettings: strict),
        .target(
            name: "ZigguratPublish", dependencies: ["ZigguratCore", "CSpawn"],
            swiftSettings: strict),
        .target(
            name: "ZigguratKit",
            dependencies: [
                "ZigguratSystem", "ZigguratCore", "ZigguratFormats", "ZigguratImaging",
                "ZigguratExport", "ZigguratViewer", "ZigguratServer", "ZigguratPublish",
            ],
            swiftSettings: safe),
        .target(
            name: "ZigguratCommands", dependencies: ["ZigguratKit", "CSystem"],
            swiftSettings: safe),
        .executableTarget(
            name: "ziggurat", dependencies: ["ZigguratCommands"], path: "Sources/ziggurat",
            swiftSettings: safe,
            // Other linkers warn of functions in Swift's static libraries that nobody calls.
            linkerSettings: [.unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux]))]),

        // Tests.
        .executableTarget(name: "guardian", path: "Tests/Guardian"),
        .executableTarget(
            name: "coefficients", path: "Tests/Coefficients",
            linkerSettings: [.linkedLibrary("jpeg")]),
        .target(
            name: "TestSupport",
            dependencies: [
                "ZigguratCore", "ZigguratFormats", "ZigguratSystem", "guardian", "coefficients",
            ],
            path: "Tests/TestSupport", exclude: ["Helpers"], swiftSettings: fast),
        .testTarget(
            name: "ZigguratSystemTests", dependencies: ["ZigguratSystem"],
            swiftSettings: strict),
        .testTarget(
            name: "ZigguratCoreTests",
            dependencies: ["ZigguratCore", "ZigguratFormats", "ZigguratSystem"],
            exclude: ["Schemas"], swiftSettings: strict),
        .testTarget(
            name: "ZigguratImagingTests",
            dependencies: ["ZigguratImaging", "ZigguratKit", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ZigguratExportTests",
            dependencies: ["ZigguratExport", "ZigguratKit", "TestSupport"],
            exclude: ["Schemas"],
            swiftSettings: strict),
        .testTarget(
            name: "ZigguratViewerTests",
            dependencies: ["ZigguratViewer", "ZigguratSystem", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ZigguratServerTests",
            dependencies: ["ZigguratServer", "ZigguratKit", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ZigguratPublishTests",
            dependencies: ["ZigguratPublish", "ZigguratKit", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ZigguratKitTests", dependencies: ["ZigguratKit", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ZigguratCommandsTests",
            dependencies: ["ZigguratCommands", "ZigguratKit", "TestSupport"],
            exclude: ["Parsing/Snapshots"],
            swiftSettings: strict),
        .testTarget(
            name: "BrowserTests",
            dependencies: ["ZigguratKit", "ZigguratViewer", "TestSupport"],
            swiftSettings: fast),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .gnu2x,
    cxxLanguageStandard: .cxx17
)

// Building every test takes a while: ZIGGURAT_TESTS=ZigguratCoreTests,ZigguratViewerTests builds
// those alone.
if let wanted = Context.environment["ZIGGURAT_TESTS"]?.split(separator: ",").map(String.init) {
    package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}
