import Foundation
import TestSupport
import Testing
import ZigguratKit

/// A page of a bundle with something wrong is complained about: the page tests would see it.
@Suite struct PageControlTests {
    /// A fault in a Deep Zoom bundle of 1027 × 773 pixels, and a part of a complaint in each view
    /// that shows it.
    struct Fault: Sendable {
        let name: String
        let complaints: [String]
        let damage: @Sendable (_ bundle: URL) throws -> Void
    }

    static let faults = [
        Fault(name: "a tile is missing", complaints: ["failed: ", "centre: differs"]) {
            try FileManager.default.removeItem(at: $0.appending(path: "colour_files/11/2_1.jpg"))
        },
        Fault(name: "two tiles are swapped", complaints: ["centre: differs"]) {
            try move(
                ["1_1": "2_1", "2_1": "1_1"], in: $0.appending(path: "colour_files/11"))
        },
        Fault(name: "two tiles of a small level are swapped", complaints: ["home: differs"]) {
            try move(
                ["0_0": "1_0", "1_0": "0_0"], in: $0.appending(path: "colour_files/10"))
        },
        Fault(name: "the overlap is another", complaints: ["centre: differs", "corner: differs"]) {
            try Publication.replace(
                "\"overlap\":1", by: "\"overlap\":0", in: $0.appending(path: "index.html"))
        },
        Fault(name: "a level is shifted", complaints: ["centre: differs"]) {
            try move(
                ["0_1": "1_1", "1_1": "2_1", "2_1": "3_1", "3_1": "0_1"],
                in: $0.appending(path: "colour_files/11"))
        },
        Fault(name: "the picture is larger than said", complaints: ["corner: "]) {
            try Publication.replace(
                "\"height\":773", by: "\"height\":772", in: $0.appending(path: "index.html"))
        },
        Fault(name: "a script is missing", complaints: ["failed: ", "not ready"]) {
            try FileManager.default.removeItem(
                at: $0.appending(path: "viewer/openseadragon.min.js"))
        },
    ]

    /// The same in an XYZ bundle of that size with Leaflet's page.
    static let leafletFaults = [
        Fault(name: "Leaflet: a tile is missing", complaints: ["failed: ", "centre: differs"]) {
            try FileManager.default.removeItem(at: $0.appending(path: "3/2/1.jpg"))
        }
    ]

    /// The same in one of 65 × 33 pixels, whose only tile of each level is padded.
    static let paddedFaults = [
        Fault(name: "Leaflet: tiles are stretched", complaints: ["centre: differs"]) {
            try Publication.replace(
                "objectPosition: config.edge", by: "objectFit: 'fill', objectPosition: config.edge",
                in: $0.appending(path: "viewer/ziggurat.js"))
        },
        Fault(name: "Leaflet: padding is shown", complaints: ["centre: outside"]) {
            try Publication.replace(
                "Math.min(side, length - first) - start", by: "side - start",
                in: $0.appending(path: "viewer/ziggurat.js"))
        },
    ]

    /// The same in a page that holds its scripts, with a picture of that size.
    static let oneFileFaults = [
        Fault(name: "One file: the overlap is another", complaints: ["centre: differs"]) {
            try Publication.replace(
                "\"overlap\":1", by: "\"overlap\":0", in: $0.appending(path: "index.html"))
        },
        Fault(name: "One file: a script was changed", complaints: ["console", "not ready"]) {
            try Publication.replace(
                "'use strict'", by: "'use  strict'", in: $0.appending(path: "index.html"))
        },
    ]

    /// A page that shares its scripts cannot leave its destination.
    static let sharedFaults = [
        Fault(name: "Shared: alone", complaints: ["failed: ", "not ready"]) { _ in }
    ]

    /// Pages that draw for a screen of one device pixel for each CSS pixel, where there are more.
    static let dullFaults = [
        Fault(name: "Drawn at half the size", complaints: ["centre: differs", "corner: differs"]) {
            let script = $0.appending(path: "viewer/ziggurat.js")
            // What the page itself computes stays right; what OpenSeadragon draws is too coarse.
            try Publication.replace(
                "OpenSeadragon.pixelDensityRatio", by: "window.devicePixelRatio", in: script)
            try Publication.replace(
                "OpenSeadragon.SeamlessDrawer = zigguratDrawer();",
                by: """
                    OpenSeadragon.SeamlessDrawer = zigguratDrawer();
                    OpenSeadragon.pixelDensityRatio = 1;
                    OpenSeadragon.getCurrentPixelDensityRatio = () => 1;
                    """, in: script)
        }
    ]

    /// The same with Leaflet's page.
    static let dullLeafletFaults = [
        Fault(name: "Leaflet: the level is too coarse", complaints: ["centre: differs"]) {
            try Publication.replace(
                "Math.log2(window.devicePixelRatio * 0.8)", by: "Math.log2(0.8)",
                in: $0.appending(path: "viewer/ziggurat.js"))
        }
    ]

    /// Renames tiles all at once.
    static func move(_ names: [String: String], in level: URL) throws {
        let files = FileManager.default
        for old in names.keys {
            try files.moveItem(
                at: level.appending(path: "\(old).jpg"), to: level.appending(path: "\(old).old"))
        }
        for (old, new) in names {
            try files.moveItem(
                at: level.appending(path: "\(old).old"), to: level.appending(path: "\(new).jpg"))
        }
    }

    /// Which faults which sample is given, and the screens' device pixels for each CSS pixel.
    static let cases: [(sample: String, faults: [Fault], scales: [Double])] = [
        ("dzi", faults, [1]), ("dzi", dullFaults, [2, 3]),
        ("leaflet xyz", leafletFaults, [1]), ("leaflet xyz", dullLeafletFaults, [2, 3]),
        ("padded", paddedFaults, [1]),
        ("one file", oneFileFaults, [1]), ("shared", sharedFaults, [1]),
    ]

    /// In both browsers.
    @Test func faultsAreSeen() async throws {
        try await TemporaryFolder.with { folder in
            let padded = PageTests.Sample(
                name: "padded", picture: .small, layout: .xyz, viewer: .leaflet)
            let samples = (PageTests.allSamples + [padded]).filter { sample in
                Self.cases.contains { $0.sample == sample.name }
            }
            let bundles = try await PageTests.publish(samples, to: folder)
            try await WebServer.with(serving: folder.url) { server in
                var onDisk: [PageLook] = []
                var served: [PageLook] = []
                for (name, faults, scales) in Self.cases {
                    let sample = try #require(samples.firstIndex { $0.name == name })
                    let (bundle, judge) = bundles[sample]
                    for fault in faults {
                        try FileManager.default.copyItem(at: folder[bundle], to: folder[fault.name])
                        try fault.damage(folder[fault.name])
                        for scale in scales {
                            func look(_ bundle: URL) -> PageLook {
                                PageLook(
                                    name: fault.name, bundle: bundle, judge: judge, scale: scale,
                                    faults: fault.complaints)
                            }
                            onDisk.append(look(folder[fault.name]))
                            served.append(look(server.url(fault.name)))
                        }
                    }
                }
                try await PageLook.checkInChromium(onDisk)
                try await PageLook.checkInFirefox(served)
            }
        }
    }
}
