/**
 * The title and the sections of a book, whose list of images sets window.zigguratBook.
 *
 * @typedef {object} Book
 * @property {string} title
 * @property {Record<string, string>} [titles] In further languages.
 * @property {string} [language] That of the title.
 * @property {string} gallery The page with all books, relative to the book.
 * @property {string[]} labels Of the pages, such as “iv”.
 * @property {{ title: string, depth: number, page: number }[]} sections Pages count from 1.
 */
const zigguratContents = (function () {
    'use strict';

    /**
     * @param {Page} page
     * @param {ReturnType<typeof zigguratPager>} pager
     * @param {(number: number) => void} turn Shows an image of the destination.
     */
    return function (page, pager, turn) {
        // A user's own template may lack them.
        const choice = /** @type {HTMLSelectElement|null} */ (document.querySelector('#contents'));
        const heading = /** @type {HTMLElement|null} */ (document.querySelector('#book'));

        /** @param {Book} book */
        function fill({ sections }) {
            choice?.replaceChildren(...sections.map(({ title, depth }, index) => {
                // Leading spaces of an option are not shown.
                const text = `${'\u2003'.repeat(depth)}${title}`;
                return new Option(text, String(index));
            }));
        }

        /** Updates the title and the section for the current page; after the list has arrived. */
        function refresh() {
            const book = window.zigguratBook;
            if (!book || pager.number(page.number) === 0) {
                return;
            }
            const { titles = {}, language, sections } = book;
            const best = zigguratAbout.bestLanguage(Object.keys(titles), language);
            const title = best === undefined ? book.title : titles[best];
            document.title = `${page.config.title} – ${title}`;
            if (heading) {
                heading.textContent = title;
                heading.lang = best ?? language ?? '';
                heading.hidden = false;
                const own = document.querySelector('[data-about="title"]');
                if (own) {
                    own.textContent = page.config.title;
                }
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
