// needs: page/about.js
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
                const text = `${'\u2003'.repeat(depth)}${title}`;
                return new Option(text, String(index));
            }));
        }

        /**
         * Updates the title and the section for the current page. Needs the loaded list of images.
         */
        function refresh() {
            const book = window.zigguratBook;
            if (!book || pager.number(page.number) === 0) {
                return;
            }
            const { titles = {}, language, sections } = book;
            const best = ziggurat.about.bestLanguage(Object.keys(titles), language);
            const title = best === undefined ? book.title : titles[best];
            const names = (page.pages?.() ?? []).map(pager.title);
            const name = names.length > 1 ? names.join(' – ') : page.config.title;
            document.title = `${name} – ${title}`;
            if (heading && label) {
                heading.textContent = title;
                heading.lang = best ?? language ?? '';
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

        return { refresh };
    };
})();
