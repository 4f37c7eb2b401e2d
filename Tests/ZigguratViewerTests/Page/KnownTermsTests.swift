import Testing
import ZigguratCore

@testable import ZigguratViewer

@Suite("Names of licences and rights statements") struct KnownTermsTests {
    @Test(
        "A known address has a name",
        arguments: [
            ("https://creativecommons.org/licenses/by/4.0/", "CC BY 4.0"),
            (
                "http://www.creativecommons.org/licenses/by-nc-sa/3.0/de/deed.de",
                "CC BY-NC-SA 3.0 DE"
            ),
            ("https://creativecommons.org/licenses/by-sa/4.0/deed.fr", "CC BY-SA 4.0"),
            ("https://creativecommons.org/licenses/by/3.0/igo/legalcode", "CC BY 3.0 IGO"),
            ("https://creativecommons.org/publicdomain/zero/1.0/", "CC0 1.0"),
            ("https://creativecommons.org/publicdomain/mark/1.0", "Public Domain Mark 1.0"),
            ("http://rightsstatements.org/vocab/InC/1.0/", "In Copyright"),
            (
                "https://rightsstatements.org/page/NoC-US/1.0/?language=en",
                "No Copyright – United States"
            ),
        ])
    func known(address: String, name: String) {
        #expect(KnownTerms.name(of: address) == name)
    }

    @Test(
        "Other texts have no name",
        arguments: [
            "CC BY 4.0", "https://example.org/licenses/by/4.0/", "https://creativecommons.org/",
            "https://creativecommons.org/licenses/by/",
            "https://creativecommons.org/licenses/by/x/",
            "https://creativecommons.org/licenses/xx/4.0/",
            "https://rightsstatements.org/vocab/X/1.0/",
            "javascript:creativecommons.org/licenses/by/4.0/", "",
        ])
    func unknown(text: String) {
        #expect(KnownTerms.name(of: text) == nil)
    }

    @Test("The short line has the licence, and the credit if the line above has another creator")
    func line() throws {
        var caption = Caption(
            attribution: "Museum", rights: "https://creativecommons.org/publicdomain/zero/1.0/",
            creator: "A. Person")
        #expect(caption.shortTerms == ("Museum · ", caption.rights, "CC0 1.0"))
        caption.licence = "All rights reserved"
        #expect(caption.shortTerms == ("Museum · All rights reserved", nil, nil))
        caption.creator = nil
        caption.licence = "https://example.org/terms/"
        #expect(caption.shortTerms == ("", caption.licence, "example.org/terms"))
        #expect(Caption().shortTerms == ("", nil, nil))
        let page = try Page(PageWriter().files(for: Samples.page(caption)))
        #expect(
            page.count(
                of: #"<a rel="license" href="https://example.org/terms/">example.org/terms</a>"#)
                == 2)
        #expect(page.count(of: ">CC0 1.0</a>") == 1)
    }
}
