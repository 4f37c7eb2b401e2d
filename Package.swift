// swift-tools-version: 6.2
import PackageDescription

/// The settings of every Swift target.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The tests' checks read every pixel, which takes minutes without optimisation. Only test targets may
/// have unsafe flags: SwiftPM rejects a dependency whose products have them.
let fast = strict + [.unsafeFlags(["-O"])]

/// Modules without pixel loops do without unsafe memory access.
let safe = strict + [.strictMemorySafety()]

/// The modules that open images and make pyramids.
let imaging: [Target.Dependency] = ["ZigguratImaging", "ZigguratSources", "ZigguratPyramid"]

let package = Package(
    name: "Ziggurat",
    products: [
        .library(name: "ZigguratKit", targets: ["ZigguratKit"]),
        .executable(name: "ziggurat", targets: ["ziggurat"]),
    ],
    targets: [
        // The shared libraries that are linked. libvips is not one of them: CVips loads it on demand.
        .systemLibrary(
            name: "CSystemLibraries",
            pkgConfig: """
                gobject-2.0 lcms2 libdeflate libexif libisal libjpeg libmicrohttpd libopenjp2 \
                libseccomp libtiff-4 libwebp libwebpmux libxml-2.0 libxxhash nettle sqlite3
                """,
            providers: [
                .apt([
                    "libglib2.0-dev", "liblcms2-dev", "libdeflate-dev", "libexif-dev",
                    "libisal-dev",
                    "libjpeg62-turbo-dev", "libmicrohttpd-dev", "libopenjp2-7-dev",
                    "libseccomp-dev", "libtiff-dev", "libwebp-dev", "libxml2-dev", "libxxhash-dev",
                    "nettle-dev", "libsqlite3-dev", "libheif-dev", "libjxl-dev", "libvips-dev",
                ])
            ]),
        .target(name: "CImageFormats", dependencies: ["CSystemLibraries"]),
        .target(name: "CMicroHTTPD", dependencies: ["CSystemLibraries"]),
        .target(name: "CPixels"),
        .target(name: "CSystem", dependencies: ["CSystemLibraries"]),
        .target(name: "CVips", dependencies: ["CSystemLibraries"]),
        .target(name: "CViewerAssets", exclude: ["leaflet-license.js", "vendor"]),
        .target(name: "CMustache"),

        .target(
            name: "ZigguratSystem",
            dependencies: ["CSystem", "CSystemLibraries"], swiftSettings: strict),
        .target(name: "ZigguratCore", dependencies: ["ZigguratSystem"], swiftSettings: safe),
        .target(
            name: "ZigguratImaging",
            dependencies: [
                "ZigguratCore", "ZigguratSystem", "CImageFormats", "CPixels", "CSystem",
                "CSystemLibraries", "CVips",
            ],
            swiftSettings: strict),
        .target(
            name: "ZigguratDecoders",
            dependencies: [
                "ZigguratCore", "ZigguratImaging", "ZigguratSystem", "CImageFormats", "CPixels",
                "CSystem", "CSystemLibraries", "CVips",
            ],
            swiftSettings: strict),
        .target(
            name: "ZigguratSources",
            dependencies: [
                "ZigguratCore", "ZigguratDecoders", "ZigguratImaging", "ZigguratSystem",
                "CImageFormats", "CSystem", "CVips",
            ],
            swiftSettings: strict),
        .target(
            name: "ZigguratPyramid",
            dependencies: [
                "ZigguratCore", "ZigguratDecoders", "ZigguratImaging", "ZigguratSources",
                "ZigguratSystem", "CImageFormats", "CPixels", "CSystem", "CSystemLibraries",
                "CVips",
            ],
            swiftSettings: strict),
        .target(
            name: "SampleImage",
            dependencies: ["ZigguratImaging", "ZigguratCore", "ZigguratSystem", "CVips"],
            swiftSettings: strict),
        .target(
            name: "ZigguratFormats",
            dependencies: imaging + ["ZigguratCore", "ZigguratSystem"], swiftSettings: safe),
        .target(
            name: "ZigguratStore",
            dependencies: imaging + [
                "ZigguratCore", "ZigguratFormats", "ZigguratSystem",
                "ZigguratViewer",
            ],
            swiftSettings: safe),
        .target(
            name: "ZigguratExport",
            dependencies: imaging + [
                "ZigguratCore", "ZigguratFormats", "ZigguratStore",
                "ZigguratSystem", "ZigguratViewer",
            ],
            swiftSettings: safe),
        .target(
            name: "ZigguratMaintenance",
            dependencies: imaging + [
                "ZigguratCore", "ZigguratExport", "ZigguratFormats", "ZigguratStore",
                "ZigguratSystem", "ZigguratViewer",
            ],
            swiftSettings: safe),
        .target(
            name: "ZigguratShards",
            dependencies: imaging + [
                "ZigguratCore", "ZigguratExport", "ZigguratFormats", "ZigguratStore",
                "ZigguratSystem", "ZigguratViewer",
            ],
            swiftSettings: safe),
        .target(
            name: "ZigguratViewer",
            dependencies: ["ZigguratCore", "ZigguratSystem", "CViewerAssets", "CMustache"],
            swiftSettings: safe),
        .target(
            name: "ZigguratServer",
            dependencies: imaging + [
                "ZigguratCore", "ZigguratExport", "ZigguratFormats", "ZigguratStore",
                "ZigguratSystem", "ZigguratViewer", "CMicroHTTPD", "CSystem",
            ],
            swiftSettings: strict),
        .target(
            name: "ZigguratPublish", dependencies: ["ZigguratCore", "ZigguratSystem"],
            swiftSettings: strict),
        .target(
            name: "ZigguratKit",
            dependencies: imaging + [
                "ZigguratSystem", "ZigguratCore", "ZigguratFormats", "ZigguratStore",
                "ZigguratExport", "ZigguratMaintenance", "ZigguratShards",
                "ZigguratViewer", "ZigguratServer", "ZigguratPublish",
            ],
            swiftSettings: safe),
        .target(name: "CommandLineParsing", swiftSettings: safe),
        .target(
            name: "ZigguratCommands",
            dependencies: ["SampleImage", "CommandLineParsing", "ZigguratKit", "CSystem"],
            swiftSettings: safe),
        .executableTarget(
            name: "ziggurat", dependencies: ["ZigguratCommands"], path: "Sources/ziggurat",
            swiftSettings: safe),

        // Tests.
        .executableTarget(name: "guardian", path: "Tests/Guardian"),
        .executableTarget(name: "hostile-decoder", path: "Tests/HostileDecoder"),
        .executableTarget(
            name: "confined-process", dependencies: ["CSystem"], path: "Tests/ConfinedProcess"),
        .target(
            name: "FuzzTargets",
            dependencies: ["CommandLineParsing", "ZigguratCommands", "ZigguratKit"],
            path: "Tests/FuzzTargets", swiftSettings: strict),
        .executableTarget(
            name: "fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzz", swiftSettings: strict),
        .executableTarget(
            name: "coefficients", path: "Tests/Coefficients",
            linkerSettings: [.linkedLibrary("jpeg")]),
        .executableTarget(
            name: "jpeg-writer", path: "Tests/JPEGWriter",
            linkerSettings: [.linkedLibrary("jpeg")]),
        .executableTarget(
            name: "jpeg-xl-writer", path: "Tests/JPEGXLWriter",
            linkerSettings: [.linkedLibrary("jxl")]),
        .executableTarget(
            name: "vips-server", dependencies: ["CSystemLibraries"], path: "Tests/VipsServer",
            linkerSettings: [.linkedLibrary("vips"), .linkedLibrary("glib-2.0")]),
        .target(
            name: "TestSupport",
            dependencies: [
                "ZigguratCore", "guardian", "coefficients", "confined-process", "hostile-decoder",
                "jpeg-writer", "jpeg-xl-writer", "vips-server",
            ],
            path: "Tests/TestSupport", exclude: ["Helpers"], swiftSettings: fast),
        .target(
            name: "ImagingTestSupport",
            dependencies: imaging + [
                "ZigguratCore", "ZigguratDecoders", "ZigguratSystem", "TestSupport",
                "CSystemLibraries",
            ],
            path: "Tests/ImagingTestSupport", swiftSettings: fast),
        .target(
            name: "ExportTestSupport",
            dependencies: [
                "ZigguratExport", "ZigguratKit", "ZigguratStore", "ZigguratSystem", "TestSupport",
            ],
            path: "Tests/ExportTestSupport", swiftSettings: fast),
        .testTarget(
            name: "ZigguratSystemTests", dependencies: ["ZigguratSystem", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ZigguratCoreTests",
            dependencies: ["ZigguratCore", "ZigguratSystem", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ZigguratImagingTests",
            dependencies: [
                "ZigguratCore", "ZigguratImaging", "ZigguratSystem", "ImagingTestSupport",
                "TestSupport", "CPixels", "CSystemLibraries",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ZigguratDecodersTests",
            dependencies: imaging + [
                "ZigguratCore", "ZigguratDecoders", "ZigguratSystem", "ImagingTestSupport",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ZigguratSourcesTests",
            dependencies: imaging + [
                "ZigguratCore", "ZigguratDecoders", "ZigguratSystem", "ImagingTestSupport",
                "TestSupport", "CSystemLibraries", "CVips",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ZigguratPyramidTests",
            dependencies: imaging + [
                "ZigguratCore", "ZigguratDecoders", "ZigguratSystem", "ImagingTestSupport",
                "TestSupport", "CSystem",
            ],
            swiftSettings: fast),
        .testTarget(
            name: "TestSupportTests", dependencies: ["TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "SampleImageTests",
            dependencies: ["SampleImage", "ZigguratCore", "ZigguratSystem", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ZigguratFormatsTests",
            dependencies: [
                "ZigguratCore", "ZigguratFormats", "ZigguratKit", "ZigguratSystem",
                "ExportTestSupport", "TestSupport", "CSystemLibraries",
            ],
            exclude: ["Schemas"], swiftSettings: strict),
        .testTarget(
            name: "ZigguratStoreTests",
            dependencies: [
                "ZigguratExport", "ZigguratFormats", "ZigguratKit", "ZigguratStore",
                "ZigguratSystem", "ExportTestSupport", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ZigguratExportTests",
            dependencies: imaging + [
                "ZigguratCore", "ZigguratExport", "ZigguratFormats", "ZigguratKit",
                "ZigguratMaintenance", "ZigguratStore", "ZigguratSystem", "ExportTestSupport",
                "ImagingTestSupport", "TestSupport",
            ],
            exclude: ["Schemas"], swiftSettings: strict),
        .testTarget(
            name: "ZigguratMaintenanceTests",
            dependencies: [
                "ZigguratExport", "ZigguratFormats", "ZigguratKit", "ZigguratMaintenance",
                "ZigguratStore", "ZigguratSystem", "ExportTestSupport", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ZigguratShardsTests",
            dependencies: [
                "ZigguratExport", "ZigguratFormats", "ZigguratKit", "ZigguratShards",
                "ZigguratStore", "ZigguratSystem", "ExportTestSupport", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ZigguratViewerTests",
            dependencies: [
                "ZigguratCore", "ZigguratFormats", "ZigguratSystem", "ZigguratViewer",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ZigguratServerTests",
            dependencies: [
                "ZigguratCore", "ZigguratFormats", "ZigguratKit", "ZigguratServer",
                "ZigguratSystem", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ZigguratPublishTests",
            dependencies: ["SampleImage", "ZigguratPublish", "ZigguratKit", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ZigguratKitTests", dependencies: ["SampleImage", "ZigguratKit", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "CommandLineParsingTests", dependencies: ["CommandLineParsing"],
            exclude: ["Snapshots"], swiftSettings: strict),
        .testTarget(
            name: "ZigguratCommandsTests",
            dependencies: [
                "CommandLineParsing", "ZigguratCommands", "ZigguratKit", "ExportTestSupport",
                "TestSupport",
            ],
            exclude: ["Words/SourceMessages.txt"], swiftSettings: strict),
        .testTarget(
            name: "JourneyTests", dependencies: ["TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "FuzzTests", dependencies: ["FuzzTargets", "TestSupport", "fuzz"],
            swiftSettings: strict),
        .testTarget(
            name: "BrowserTests",
            dependencies: ["ZigguratKit", "ZigguratViewer", "TestSupport"],
            exclude: ["Product/AccessibilityTrees"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .gnu2x,
    cxxLanguageStandard: .cxx17
)

// ZIGGURAT_TESTS=ZigguratCoreTests,ZigguratViewerTests builds only these test targets.
if let wanted = Context.environment["ZIGGURAT_TESTS"]?.split(separator: ",").map(String.init) {
    package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}

// ZIGGURAT_OPTIMISED=1 optimises C, the modules that read pixels, and the module that shortens the scripts of
// pages, so that the tests take a third less time. The other modules take up to eight times as long to
// compile with optimisation and do not gain. It is not the default because SwiftPM rejects a dependency
// with unsafe flags. The programs of tests stay as they are: an optimiser removes what a hostile
// decoder does.
if Context.environment["ZIGGURAT_OPTIMISED"] == "1" {
    let optimised = [
        "SampleImage", "ZigguratCore", "ZigguratDecoders", "ZigguratImaging", "ZigguratPyramid",
        "ZigguratSources", "ZigguratSystem", "ZigguratViewer",
    ]
    for target in package.targets
    where [.regular, .executable].contains(target.type) && target.path?.hasPrefix("Tests/") != true
    {
        target.cSettings = (target.cSettings ?? []) + [.unsafeFlags(["-O2"])]
        target.cxxSettings = (target.cxxSettings ?? []) + [.unsafeFlags(["-O2"])]
        guard optimised.contains(target.name) else { continue }
        target.swiftSettings =
            (target.swiftSettings ?? [])
            + [.unsafeFlags(["-O", "-assert-config", "Debug"])]
    }
}
