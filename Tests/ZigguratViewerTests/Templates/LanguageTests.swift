import Testing
import ZigguratCore
import ZigguratSystem

@testable import ZigguratViewer

/// Each language of pages has all texts of the templates, with their placeholders.
@Suite struct LanguageTests {
    /// The faults of the texts of a language.
    private static func faults(_ texts: [String: PageLanguage.Form]) -> [String] {
        let keys = Set(texts.keys)
        return PageText.builtIn.subtracting(keys).map { "missing: \($0)" }
            + keys.subtracting(PageText.builtIn).subtracting(PageText.optional).map {
                "unused: \($0)"
            }
            + texts.compactMap { key, form in
                LanguageFile.error(in: form, of: key).map { "\($0): \(key)" }
            }
    }

    @Test(
        "Every language has every text, and no others",
        arguments: PageTemplates.builtIn.languageTags)
    func complete(tag: String) throws {
        let texts = try #require(PageLanguage.builtIn[tag]).texts
        #expect(Self.faults(texts) == [])
        // The program's parser reads all texts of the file.
        let file = JSONValue(parsing: Asset.bytes("languages/\(tag).json"))
        #expect(file?.object?.count == texts.count)
        // Each text has all plural forms that the language uses.
        for case .plural(let forms) in texts.values {
            let used = Set((0...200).map { PluralRule.category(of: $0, in: tag) })
            #expect(used.isSubset(of: forms.keys), "\(forms)")
        }
    }

    @Test(
        "Statements have the names that rightsstatements.org publishes in their language",
        arguments: [
            ("de", "Urheberrechtsschutz"), ("es", "Protegido por derecho de autor"),
            ("fr", "Protégé par le droit d’auteur"), ("pl", "Objęty pełną ochroną prawnoautorską"),
            // The Italian edition has the English names.
            ("it", "In Copyright"), ("ja", "In Copyright"),
        ])
    func statements(tag: String, name: String) throws {
        let language = try PageTemplates.builtIn.language(tag)
        #expect(language.text("In Copyright") == name)
        // A language has the names of all statements, or of none.
        let count = PageText.optional.intersection(language.texts.keys).count
        #expect(count == (name == "In Copyright" ? 0 : PageText.optional.count))
        var description = Samples.page()
        description.language = tag
        description.bundle.caption.rights = "https://rightsstatements.org/vocab/InC/1.0/"
        let page = try Page(PageWriter().files(for: description))
        #expect(page.count(of: #" data-text="In Copyright">\#(name)</a>"#) == 2)
    }

    @Test("A missing, an unused and a wrong text are found")
    func faults() throws {
        var texts = try #require(PageLanguage.builtIn["de"]).texts
        texts["About"] = nil
        texts["Abuot"] = .text("x")
        texts["Choose {file}"] = .text("{fiel} auswählen")
        #expect(
            Self.faults(texts) == [
                "missing: About", "unused: Abuot",
                #"placeholders(expected: ["file"]): Choose {file}"#,
            ])
    }

    @Test("Texts of scripts, attributes and the program are translated")
    func sources() {
        #expect(PageText.builtIn.count > 90)
        for text in [
            "Link copied.", "Title, creator, keyword", "Zoom in", "{count} images", "IIIF manifest",
        ] {
            #expect(PageText.builtIn.contains(text), "\(text)")
        }
        #expect(
            TemplateTexts.sources(
                in: """
                    context('no'); text('it\\'s one'); say(text(
                        'two, ' + 'three {x}', { x: 1 }), true);
                    ziggurat.text('four'); mytext('no');
                    """, name: "a.js") == ["it's one", "two, three {x}", "four"])
    }

    static let templates = [
        ("<p data-text>Zoom</p>", "<p>ZOOM</p>", #"<p data-text="Zoom">ZOOM</p>"#),
        ("<p data-text>Other</p>", "<p>Other</p>", "<p data-text>Other</p>"),
        (
            #"<b title="Zoom (Esc+F)" data-text-title id="a"><i>x</i></b>"#,
            #"<b title="ZOOM (ESC+F)" id="a"><i>x</i></b>"#,
            #"<b title="ZOOM (ESC+F)" data-text-title="Zoom" id="a"><i>x</i></b>"#
        ),
        (
            #"<a title="Zoom" data-text-title{{#a}} data-text="{{t}}"{{/a}}>{{x}}</a>"#,
            #"<a title="ZOOM"{{#a}} data-text="{{t}}"{{/a}}>{{x}}</a>"#,
            #"<a title="ZOOM" data-text-title="Zoom"{{#a}} data-text="{{t}}"{{/a}}>{{x}}</a>"#
        ),
        (
            #"<p data-text="{count} pages" data-text-values="{{v}}">{{t}}</p>"#,
            #"<p data-text="{count} pages" data-text-values="{{v}}">{{t}}</p>"#,
            #"<p data-text="{count} pages" data-text-values="{{v}}">{{t}}</p>"#
        ),
        (
            "<p data-textual>Zoom</p><p data-text>Zoom</p>",
            "<p data-textual>Zoom</p><p>ZOOM</p>",
            #"<p data-textual>Zoom</p><p data-text="Zoom">ZOOM</p>"#
        ),
    ]

    @Test("Marked texts of a template are translated", arguments: templates)
    func template(html: String, fixed: String, marked: String) {
        let translation = { ["Zoom", "Esc"].contains($0) ? $0.uppercased() : nil }
        #expect(TemplateTexts.translated(html, keepsMarks: false, translation) == fixed)
        #expect(TemplateTexts.translated(html, translation) == marked)
    }

    @Test(
        "Numbers and plural forms follow the rules of the language",
        arguments: [
            ("en", 1, "1 image"), ("en", 1234, "1,234 images"), ("de", 12_345, "12.345 Bilder"),
            ("es", 1234, "1234 imágenes"), ("es", 12_345, "12.345 imágenes"),
            ("fr", 0, "0 image"), ("fr", 12_345, "12\u{202F}345 images"), ("pl", 2, "2 obrazy"),
            ("pl", 5, "5 obrazów"), ("pl", 22, "22 obrazy"), ("pl", 12, "12 obrazów"),
            ("ar", 2, "صورتان"), ("ar", 5, "5 صور"), ("ar", 11, "11 صورة"), ("ja", 1, "1 点の画像"),
        ])
    func numbers(tag: String, count: Int, text: String) throws {
        let language = try PageTemplates.builtIn.language(tag)
        #expect(language.text(PageText.images, ["count": .number(count)]) == text)
    }

    @Test(
        "Servers respond in the language that the visitor prefers",
        arguments: [
            (nil, nil, "en"), ("de-CH,de;q=0.9,en;q=0.8", nil, "de"), ("sv,fr;q=0.5", nil, "fr"),
            ("en-GB,en;q=0.9,de;q=0.8", nil, "en"), ("fr;q=0.2, ja;q=0.7", nil, "ja"),
            ("zh-TW", nil, "zh-Hant"), ("zh-CN", nil, "zh"), ("de;q=0", nil, "en"),
            ("*;;q=,,", nil, "en"), ("de", "ar", "ar"),
        ] as [(String?, String?, String)])
    func visitors(accepted: String?, fixed: String?, tag: String) throws {
        let texts = ServerTexts(.builtIn, accepted: accepted, fixed: fixed)
        #expect(texts.tag == tag && texts.direction == (tag == "ar" ? "rtl" : "ltr"))
        let own = try PageTemplates.builtIn.language(tag)
        // “Images” has the same form in French.
        for text in ServerText.allCases where text != .images {
            #expect((texts.text(text) == text.rawValue) == (tag == "en"), "\(text)")
        }
        // Pages do not load the texts of servers.
        let script = String(decoding: try own.script(), as: UTF8.self)
        #expect(!script.contains(ServerText.truncated.rawValue))
    }

    @Test("A page in a fixed language has its texts and loads only its file")
    func fixedPage() throws {
        var description = Samples.page()
        description.language = "ar"
        let files = try PageWriter().files(for: description)
        #expect(
            files.filter { $0.path.contains("languages/") }.map(\.path) == [
                "viewer/languages/ar.js"
            ])
        let page = try Page(files)
        #expect(page.count(of: #"<html lang="ar" dir="rtl" data-fixed>"#) == 1)
        #expect(page.count(of: "<summary>معلومات</summary>") == 1)
        #expect(page.count(of: #"title="تدوير (R)""#) == 1)
        #expect(page.count(of: " data-text>") == 0)
        #expect(page.count(of: #"<script src="viewer/languages/ar.js" defer>"#) == 1)
        description.assets = .page
        let alone = try PageWriter().files(for: description)
        #expect(alone.count == 1)
        #expect(try Page(alone).count(of: #"ziggurat.language.add("ar","rtl""#) == 1)
    }

    @Test("A page for all visitors is English and names the files of all languages")
    func visitorsPage() throws {
        let files = try PageWriter().files(for: Samples.page())
        let tags = PageTemplates.builtIn.languageTags
        #expect(tags == ["ar", "de", "es", "fr", "he", "it", "ja", "pl", "pt", "zh", "zh-Hant"])
        let list = tags.map { "\($0)=viewer/languages/\($0).js" }.joined(separator: " ")
        let page = try Page(files)
        #expect(page.count(of: #"<html lang="en" dir="ltr" data-languages="\#(list)">"#) == 1)
        #expect(files.filter { $0.path.contains("languages/") }.count == tags.count)
        let shared = try PageWriter().sharedLanguages(nil)
        let names = try Page(PageWriter().gallery(of: []))
            .part(from: "data-languages=\"", to: "\"").split(separator: " ")
        #expect(names.map(String.init) == zip(tags, shared).map { "\($0)=\($1.path)" })
        #expect(
            shared[10].path.wholeMatch(of: /viewer\/languages\/zh-Hant-[0-9a-f]{8}\.js/) != nil)
    }

    @Test("Pages and galleries show the metadata of images in their language")
    func captions() throws {
        var caption = Caption(title: "The tower", attribution: "Museum")
        caption.translations = ["de-AT": Caption(title: "Der Turm")]
        caption.fields = [
            Caption.Field("Size", "1 m", translations: ["de-AT": Caption.Field("Größe", "1 m")])
        ]
        for (tag, title, label) in [("de", "Der Turm", "Größe"), ("fr", "The tower", "Size")] {
            #expect(caption.texts(in: tag).title == title)
            #expect(caption.texts(in: tag).attribution == "Museum")
            #expect(caption.texts(in: tag).fields.first?.label == label)
        }
        caption.language = "de"
        #expect(caption.texts(in: "de").title == "The tower")
        let cover = try GalleryCover(
            Array(#"{"title": {"en": "Maps", "de": "Karten"}, "text": {"none": "x"}}"#.utf8))
        var entries = Samples.gallery(titles: ["one"])
        entries[0].titles = ["de": "eins"]
        let german = try Page(PageWriter().gallery(of: entries, cover: cover, in: "de"))
        #expect(german.count(of: "Karten</h1>") == 1 && german.count(of: "data-titles=") == 0)
        #expect(german.count(of: ">eins</b>") == 1)
        let page = try Page(PageWriter().gallery(of: entries, cover: cover))
        #expect(page.count(of: "Maps</h1>") == 1 && page.count(of: "data-titles=") == 2)
    }

    private static func templates(_ tag: String, _ text: String) throws -> PageTemplates {
        let name = "languages/\(tag).json"
        return try PageTemplates(replacing: [
            name: Template(place: "look/\(name)", bytes: Array(text.utf8))
        ])
    }

    @Test("A user's file changes texts or adds a language, and keeps other texts")
    func ownFiles() throws {
        let german = try Self.templates("de", #"{"Zoom in": "Näher heran"}"#).language("de")
        #expect(german.text("Zoom in") == "Näher heran" && german.text("Zoom out") == "Verkleinern")
        let swedish = try Self.templates("sv", #"{"Zoom in": "Zooma in"}"#).language("sv")
        #expect(swedish.text("Zoom in") == "Zooma in" && swedish.text("Zoom out") == "Zoom out")
        // Visitors with other languages also need the English text.
        let english = PageWriter(try Self.templates("en", #"{"Licence": "License & use"}"#))
        let page = try Page(english.files(for: Samples.page()))
        #expect(page.count(of: #"<dt data-text="Licence">License &amp; use</dt>"#) == 1)
    }

    @Test(
        "A mistake in a language's file is rejected",
        arguments: [
            ("[]", nil, .noObject), (#"{"Zoom inn": "x"}"#, "Zoom inn", .unknownText),
            (#"{"Zoom in": ""}"#, "Zoom in", .noText), (#"{"Zoom in": 1}"#, "Zoom in", .noText),
            (#"{"Zoom in": "{{config}}"}"#, "Zoom in", .noText),
            (#"{"Zoom in": "{x}"}"#, "Zoom in", .placeholders(expected: [])),
            (#"{"Zoom in": {"other": "x"}}"#, "Zoom in", .pluralWithoutCount),
            (#"{"{count} pages": {"one": "x"}}"#, "{count} pages", .missingOther),
            (
                #"{"{count} pages": {"ohter": "x"}}"#, "{count} pages",
                .unknownCategory("ohter")
            ),
        ] as [(String, String?, LanguageFileError)])
    func mistake(text: String, key: String?, expected: LanguageFileError) {
        #expect(
            throws: ZigguratError(
                TemplateError.invalidLanguage(expected, text: key), "look/languages/de.json")
        ) { try Self.templates("de", text) }
    }

    @Test("The error for an unknown language lists the known languages")
    func unknown() {
        #expect(
            throws: ZigguratError(
                TemplateError.unknownLanguage(
                    "xx", known: ["en"] + PageTemplates.builtIn.languageTags))
        ) { try PageWriter().check(language: "xx") }
        #expect(LanguageFile.tag(of: "languages/zh-Hant.json") == "zh-Hant")
        #expect(LanguageFile.tag(of: "languages/a b.json") == nil)
    }
}
