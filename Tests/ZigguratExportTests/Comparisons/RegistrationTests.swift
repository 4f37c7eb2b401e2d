import Testing
import ZigguratKit

@testable import ZigguratExport
@testable import ZigguratStore

/// Files of point pairs, and the images that the pairs place.
@Suite struct RegistrationTests {
    private static let pictures: [Registration.Picture] = [
        (["photo"], PixelSize(width: 1000, height: 800)),
        (["X-ray", "scans/xray", "xray"], PixelSize(width: 500, height: 400)),
        (["infrared"], PixelSize(width: 2000, height: 1600)),
    ]
    private static let header = "image,firstX,firstY,x,y\n"
    private static let triangle = "2,0,0,0,0\n2,1000,0,500,0\n2,0,800,0,400\n"

    private static func registrations(
        _ text: String, count: Int = 3
    ) throws(ZigguratError) -> [Registration] {
        try Registration.all(
            from: PointPair.pairs(in: Array(text.utf8)), of: Array(pictures.prefix(count)))
    }

    @Test(arguments: [
        header + triangle,
        header + triangle.replacing("2,0", with: "xray,0").replacing("2,1", with: "X-ray,1"),
        "x;y;firstX;firstY;image\n0;0;0;0;2\n500;0;1000;0;2\n0;400;0;800;2\n",
        """
        [{"image": 2, "firstX": 0, "firstY": 0, "x": 0, "y": 0},
         {"image": "xray", "firstX": 1000, "firstY": 0, "x": 500, "y": 0},
         {"image": "2", "firstX": 0, "firstY": 800, "x": 0, "y": 400}]
        """,
    ])
    func `A table and a JSON file give equal registrations`(_ text: String) throws {
        let found = try Self.registrations(text)
        #expect(found.map(\.number) == [2])
        #expect(found[0].pairs == 3)
        #expect(found[0].largestError < 1e-9)
        let components = found[0].transform.components.map { ($0 * 1e6).rounded() / 1e6 }
        #expect(components == [2, 0, 0, 2, 0, 0])
    }

    @Test func `With two images, the image need not be named`() throws {
        let text = "firstX,firstY,x,y\n0,0,0,0\n1000,0,500,0\n"
        #expect(try Self.registrations(text, count: 2).map(\.pairs) == [2])
        #expect(throws: ZigguratError(RegistrationError.missingPicture(line: 2))) {
            try Self.registrations(text)
        }
    }

    private static let small = PixelSize(width: 500, height: 400)

    static let faults: [(String, RegistrationError)] = [
        ("", .empty),
        (header, .empty),
        ("{}", .invalidJSON),
        ("[1]", .invalidJSON),
        ("image,firstX,firstY,x\n", .missingColumn("y")),
        (header + "2,1,2,3\n", .wrongCellCount(line: 2, cells: 4, columns: 5)),
        (header + "2,1,2,3,four\n", .invalidNumber("four", column: "y", line: 2)),
        (header + "2,1,2,nan,4\n", .invalidNumber("nan", column: "x", line: 2)),
        ("[\n{\"firstX\": \"1\"}]", .invalidNumber("1", column: "firstX", line: 2)),
        (header + "1,1,2,3,4\n", .unknownPicture("1", line: 2)),
        (header + "4,1,2,3,4\n", .unknownPicture("4", line: 2)),
        (header + "2,1,2,3,4\n\nphoto,1,2,3,4\n", .unknownPicture("photo", line: 4)),
        (
            header + triangle + "2,500,500,501,4\n",
            .pointOutside(picture: "X-ray", size: small, line: 5)
        ),
        (
            header + "2,-1,2,3,4\n",
            .pointOutside(picture: "photo", size: PixelSize(width: 1000, height: 800), line: 2)
        ),
        (header + "2,1,2,3,4\n", .tooFewPairs(picture: "X-ray", count: 1, line: 2)),
        (header + "2,1,2,3,4\n2,500,2,3,4\n", .samePoint(picture: "X-ray", line: 3)),
        (
            header + "2,0,0,0,0\n2,10,10,90,9\n2,900,900,400,10\n",
            .pointOutside(picture: "photo", size: PixelSize(width: 1000, height: 800), line: 4)
        ),
        (
            header + "2,0,0,0,0\n2,10,10,90,9\n2,700,700,400,10\n",
            .collinear(picture: "photo", line: 4)
        ),
        // The points lie nearly on one line.
        (
            header + "2,0,0,0,0\n2,500,0,250,0.4\n2,0,700,500,0\n",
            .collinear(picture: "X-ray", line: 4)
        ),
    ]

    @Test(arguments: faults) func `An invalid file of point pairs is rejected`(
        _ text: String, _ failure: RegistrationError
    ) {
        #expect(throws: ZigguratError(failure)) { try Self.registrations(text) }
    }

    @Test func `Bytes that are not text are rejected`() {
        #expect(throws: ZigguratError(RegistrationError.notUTF8)) {
            try PointPair.pairs(in: [0x66, 0xFF, 0x0A])
        }
        #expect(throws: ZigguratError(RecordError.unclosedQuote(line: 1))) {
            try PointPair.pairs(in: Array("\"image".utf8))
        }
    }
}
