import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@Suite("Errors")
struct ZigguratErrorTests {
    @Test("one line: what, what is wrong, what to do")
    func description() {
        let error = ZigguratError(
            .truncatedSource, "photo.jpg", "the file ends early", remedy: "copy it again")
        #expect(error.description == "photo.jpg: the file ends early; copy it again")
        #expect(
            ZigguratError(.cancelled, "", "somebody asked to stop").description
                == "somebody asked to stop")
        #expect(
            ZigguratError(.unwritable, "/x", "nobody may write there").description
                == "/x: nobody may write there")
    }

    @Test("the same failure, said of something else")
    func about() {
        let error = ZigguratError(.encodingFailed, "a", "b", remedy: "c").about("d")
        #expect(error == ZigguratError(.encodingFailed, "d", "b", remedy: "c"))
    }
}
