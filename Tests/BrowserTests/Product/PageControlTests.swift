import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The negative controls of the page tests: each fault of a bundle causes a complaint.
@Suite struct PageControlTests {
    /// A fault in a bundle, and prefixes of the complaints that it causes.
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

    /// Faults of an XYZ bundle whose page uses Leaflet.
    static let leafletFaults = [
        Fault(name: "Leaflet: a tile is missing", complaints: ["failed: ", "centre: differs"]) {
            try FileManager.default.removeItem(at: $0.appending(path: "3/2/1.jpg"))
        }
    ]

    /// Faults of a Leaflet page with an image of 65 × 33 pixels, whose only tile of each level is
    /// padded.
    static let paddedFaults = [
        Fault(name: "Leaflet: tiles are stretched", complaints: ["centre: differs"]) {
            try Publication.replace(
                "objectFit: 'none'", by: "objectFit: 'fill'",
                in: $0.appending(path: "viewer/ziggurat.js"))
        },
        Fault(name: "Leaflet: padding is shown", complaints: ["centre: outside"]) {
            try Publication.replace(
                "Math.min(side, length - first) - start", by: "side - start",
                in: $0.appending(path: "viewer/ziggurat.js"))
        },
    ]

    /// Faults of a Deep Zoom bundle whose page contains its scripts.
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

    /// A page with shared scripts does not work outside its destination.
    static let sharedFaults = [
        Fault(name: "Shared: alone", complaints: ["failed: ", "not ready"]) { _ in }
    ]

    /// Faults of pages that ignore the device pixel ratio of a dense screen.
    static let dullFaults = [
        Fault(name: "Drawn at half the size", complaints: ["centre: differs", "corner: differs"]) {
            let script = $0.appending(path: "viewer/ziggurat.js")
            // The page's own computations stay correct, but OpenSeadragon draws too coarsely.
            try Publication.replace(
                "OpenSeadragon.pixelDensityRatio", by: "window.devicePixelRatio", in: script)
            try Publication.replace(
                "OpenSeadragon.SeamlessDrawer = ziggurat.drawer();",
                by: """
                    OpenSeadragon.SeamlessDrawer = ziggurat.drawer();
                    OpenSeadragon.pixelDensityRatio = 1;
                    OpenSeadragon.getCurrentPixelDensityRatio = () => 1;
                    """, in: script)
        }
    ]

    /// Faults of Leaflet pages that ignore the device pixel ratio.
    static let dullLeafletFaults = [
        Fault(name: "Leaflet: the level is too coarse", complaints: ["centre: differs"]) {
            try Publication.replace(
                "Math.log2(window.devicePixelRatio / this", by: "Math.log2(1 / this",
                in: $0.appending(path: "viewer/ziggurat.js"))
        }
    ]

    /// Renames tiles in one step, so that names can be swapped.
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

    /// Faults that disable gestures.
    static let idleFaults = [
        Fault(name: "Fingers do nothing", complaints: ["fingers"]) {
            try Publication.replace(
                "pinchRotate: false", by: "pinchRotate: false, pinchToZoom: false",
                in: $0.appending(path: "viewer/ziggurat.js"))
        }
    ]

    /// The faults for each sample, and the screens on which they are visible.
    static let cases: [(sample: String, faults: [Fault], screens: [PageScreen])] = [
        ("dzi", faults, [.single]), ("dzi", dullFaults, [.double, .triple]),
        ("dzi", faults.filter { $0.name == "two tiles are swapped" }, [.triple, .phone]),
        ("dzi", idleFaults, [.phone]),
        ("leaflet xyz", leafletFaults, [.single, .phone]),
        ("leaflet xyz", dullLeafletFaults, [.double, .triple]),
        ("padded", paddedFaults, [.single]),
        ("one file", oneFileFaults, [.single]), ("shared", sharedFaults, [.single]),
    ]

    /// The page tests detect each fault in both browsers.
    @Test func faultsAreSeen() async throws {
        try await TemporaryFolder.with { folder in
            let padded = PageSample(
                name: "padded", picture: .small, layout: .xyz, viewer: .leaflet)
            let samples = (PageSample.all + [padded]).filter { sample in
                Self.cases.contains { $0.sample == sample.name }
            }
            let bundles = try await PageSample.publish(samples, to: folder)
            try await WebServer.with(serving: folder.url) { server in
                var looks: [PageLook] = []
                for (name, faults, screens) in Self.cases {
                    let sample = try #require(samples.firstIndex { $0.name == name })
                    let (bundle, comparison) = bundles[sample]
                    for fault in faults {
                        let copy = folder[fault.name]
                        if !FileManager.default.fileExists(atPath: copy.path) {
                            try FileManager.default.copyItem(at: folder[bundle], to: copy)
                            try fault.damage(copy)
                        }
                        // One browser loads the page from the disk, and the other from a server.
                        for screen in screens {
                            let settings = PageSetting.everyPair(shift: looks.count / 2)
                            for setting in settings where setting.screen == screen {
                                looks.append(
                                    PageLook(
                                        name: fault.name,
                                        bundle: setting.origin == .file
                                            ? copy : server.url(fault.name),
                                        comparison: comparison, setting: setting,
                                        faults: fault.complaints))
                            }
                        }
                    }
                }
                try await PageLook.check(looks)
            }
        }
    }
}
