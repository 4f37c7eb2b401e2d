// needs: head/text.js, page/about.js
/**
 * The title and the sections of a book. The book's list of images sets window.zigguratBook.
 *
 * @typedef {object} Book
 * @property {string} title
 * @property {Record<string, string>} [titles] The titles in further languages.
 * @property {string} [language] The language of the title.
 * @property {string} gallery The page with all books, relative to the book.
 * @property {string[]} labels The labels of the pages, such as “iv”.
 * @property {string} [direction] The reading direction: `ltr`, `rtl`, `ttb` or `btt`.
 * @property {{ title: string, depth: number, page: number }[]} sections Page numbers begin at 1.
 */
ziggurat.contents = (function () {
    'use strict';

    const { text } = ziggurat;

    /**
     * @param {Page} page
     * @param {ReturnType<typeof ziggurat.pager>} pager
     * @param {(number: number) => void} turn Shows an image of the destination.
     */
    return function (page, pager, turn) {
        // A user's template may lack these elements.
        const choice = /** @type {HTMLSelectElement|null} */ (document.querySelector('#contents'));
        const find = (/** @type {string} */ selector) =>
            /** @type {HTMLElement|null} */ (document.querySelector(selector));
        const label = find('[data-about="title"]');
        // In templates of earlier versions, the title of the book is above the heading.
        const heading = find('[data-about="book"]') ?? find('#book');

        /** @param {Book} book */
        function fill({ sections }) {
            choice?.replaceChildren(...sections.map(({ title, depth }, index) => {
                // Browsers do not show leading spaces of an option, so the indentation uses em
                // spaces.
                return new Option(`${'\u2003'.repeat(depth)}${title}`, String(index));
            }));
        }

        /**
         * Returns the title of a book, its language, and the labels of the visible pages.
         * @param {Book} book
         */
        function texts({ title, titles = {}, language }) {
            const best = ziggurat.about.bestLanguage(Object.keys(titles), language);
            const names = (page.pages?.() ?? []).map(pager.title);
            return {
                title: best === undefined ? title : titles[best], language: best ?? language ?? '',
                name: names.length > 1 ? names.join(' – ') : page.config.title,
            };
        }

        /** Returns the book, if the list of images has loaded and contains the page. */
        const loaded = () => (pager.number(page.number) ? window.zigguratBook : undefined);

        page.heading = () => {
            const book = loaded();
            return [book ? texts(book).title : '', name()].filter(Boolean).join(text(', '));
        };

        /**
         * Updates the title, the section and the label of the viewer. Needs the loaded list of
         * images.
         */
        function refresh() {
            const book = loaded();
            if (!book) {
                return;
            }
            const { sections } = book;
            const { title, language, name } = texts(book);
            document.title = `${name} – ${title}`;
            find('#viewer [role="application"], #viewer[role="application"]')
                ?.setAttribute('aria-label', page.heading?.() ?? name);
            if (heading && label) {
                heading.textContent = title;
                heading.lang = language;
                heading.hidden = false;
                label.textContent = name;
                label.hidden = false;
            }
            if (!choice || sections.length === 0) {
                return;
            }
            if (choice.options.length === 0) {
                fill(book);
                choice.hidden = false;
            }
            const current = pager.number(page.number);
            choice.selectedIndex = sections.findLastIndex((each) => each.page <= current);
        }

        choice?.addEventListener('change', () => {
            const section = window.zigguratBook?.sections[choice.selectedIndex];
            if (section) {
                turn(section.page);
            }
        });

        /** Returns the labels of the visible pages, or the title of an image outside a book. */
        const name = () => {
            const book = loaded();
            return book ? texts(book).name : page.config.title;
        };

        return { name, refresh };
    };
})();
