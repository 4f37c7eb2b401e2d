// needs: tiles/paths.js, page/load.js, features/cite.js?, features/embed.js?, features/grid.js?
// needs: features/notes.js?
/**
 * Features that only some visitors use. The script of a feature loads at its first use.
 *
 * @param {Page} page
 * @param {HTMLElement} stage
 * @param {{ view: () => string, leap: () => void }} view
 * @param {ReturnType<typeof ziggurat.pager>} pager
 */
ziggurat.features = function (page, stage, view, pager) {
    'use strict';

    const own = page.config;
    const isEmbedded = document.documentElement.classList.contains('embed');

    /**
     * @template T
     * @param {'cite' | 'embed' | 'grid' | 'notes'} name
     * @param {() => T} start
     */
    const feature = (name, start) => ziggurat.load.once(own.scripts?.[name], start);
    const cite = feature('cite', () => ziggurat.cite?.(page, view.view));
    const embed = feature('embed', () => ziggurat.embed?.(page, view.view, own.component));
    const grid = feature('grid', () => ziggurat.grid?.(page, stage));
    const notes = feature('notes', () => ziggurat.notes?.(page, stage, view.leap, pager.find));

    // A user's template may lack the buttons.
    for (const [selector, dialog] of /** @type {const} */ ([['.cite', cite], ['#embed', embed]])) {
        for (const each of document.querySelectorAll(selector)) {
            const opener = /** @type {HTMLElement} */ (each);
            opener.addEventListener('click', () => dialog().then((open) => open(opener)));
        }
    }

    /** Shows the parts of *Share* that the publisher of the current image offers. */
    function offerShare() {
        const { share = ['link', 'cite', 'save', 'embed'] } = page.config;
        // A user's template may lack the buttons.
        for (const [part, selector] of [
            ['link', '[data-action="copyLink"], [data-key="copyLink"]'], ['embed', '#embed'],
            ['save', 'button[data-part="save"]'], ['cite', '#cite'],
        ]) {
            for (const each of document.querySelectorAll(selector)) {
                /** @type {HTMLElement} */ (each).hidden = !share.includes(part);
            }
        }
        for (const each of document.querySelectorAll('[data-menu="share"]')) {
            /** @type {HTMLElement} */ (each).hidden = share.length === 0;
        }
    }

    /** @param {string | false | undefined} path If the file is missing, start.js reports it. */
    const load = (path) => path
        && ziggurat.load.script(ziggurat.paths.address(path)).catch(() => {});
    // This script exchanges messages with the <ziggurat-viewer> around the page.
    load(isEmbedded && window.parent !== window && own.component?.frame);
    // Browsers support service workers only on https and localhost.
    load(!isEmbedded && 'serviceWorker' in navigator && location.protocol !== 'file:'
        && own.offline?.script);

    let hasNotes = false;
    /** Shows the notes of the current image. */
    function showNotes() {
        hasNotes ||= Boolean(page.config.annotations);
        if (hasNotes) {
            notes().then(({ show }) => show());
        }
    }

    return {
        offerShare,
        showNotes,
        /** Updates the links of notes to other images after the list of images has loaded. */
        connectNotes: () => hasNotes && notes().then(({ connect }) => connect()),
        /** Shows or hides the tile borders; returns whether they are visible. */
        toggleGrid: async () => (await grid())(),
    };
};
