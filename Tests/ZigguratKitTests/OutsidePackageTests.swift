import Foundation
import TestSupport
import Testing

/// A package that depends on this one by git URL and version; ``ReadmeTests`` has one by path.
@Suite(.serialized) struct OutsidePackageTests {
    private static let program = """
        import ZigguratKit

        var exporter = Exporter(destination: "public", layouts: [Formats.xyz])
        exporter.options.viewer = .none
        let plan = try exporter.plan("photo.png")
        print(plan.bundles.map(\\.layout.name), plan.tileCount)
        print(try exporter.export(plan).outcome)

        """

    @Test(
        "A clone without the viewer libraries names the command that is missing; with them it builds"
    )
    func url() async throws {
        try await TemporaryFolder.with { folder in
            let package = try await ExamplePackage(
                ["outside": Self.program], in: folder, dependency: .url)
            try await package.resolve()
            let vendor = package.checkout.appending(path: "Sources/CViewerAssets/vendor")
            try? FileManager.default.removeItem(at: vendor)
            let refused = try await package.build(target: "CViewerAssets")
            #expect(refused.status != 0)
            let errors = (refused.output + refused.errors).split(separator: "\n").filter {
                $0.contains("error:") && $0.contains("viewer")
            }
            #expect(Set(errors.map { $0.split(separator: "error: ").last }).count == 1)
            #expect(errors.allSatisfy { $0.contains("run Scripts/bootstrap") })

            // What Scripts/bootstrap fetches.
            try FileManager.default.copyItem(
                at: Repository.root.appending(path: "Sources/CViewerAssets/vendor"), to: vendor)
            try await package.build().orThrow()
            try await Shell.run(
                "vips", ["black", "photo.png", "600", "400"], in: folder.url
            ).orThrow()
            let run = try await package.run("outside").orThrow()
            #expect(run.output == "[\"xyz\"] 9\nexported\n")
            #expect(try folder.files(under: "public/photo/xyz").count == 9)
        }
    }
}
