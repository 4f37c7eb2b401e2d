/**
 * Features that only some visitors use. The script of a feature loads at its first use.
 *
 * @param {Page} page
 * @param {HTMLElement} stage
 * @param {{ view: () => string, leap: () => void }} view
 * @param {ReturnType<typeof zigguratPager>} pager
 */
const zigguratFeatures = function (page, stage, view, pager) {
    'use strict';

    const own = page.config;
    const isEmbedded = document.documentElement.classList.contains('embed');

    /**
     * @template T
     * @param {'cite' | 'embed' | 'grid' | 'notes'} name
     * @param {() => T} start
     */
    const feature = (name, start) => zigguratLoad.once(own.scripts?.[name], start);
    const cite = feature('cite', () => zigguratCite(page, view.view));
    const embed = feature('embed', () => zigguratEmbed(page, view.view, own.component));
    const grid = feature('grid', () => zigguratGrid(page, stage));
    const notes = feature('notes', () => zigguratNotes(page, stage, view.leap, pager.find));

    // A user's template may lack the buttons.
    for (const [selector, dialog] of /** @type {const} */ ([['.cite', cite], ['#embed', embed]])) {
        for (const each of document.querySelectorAll(selector)) {
            const opener = /** @type {HTMLElement} */ (each);
            opener.addEventListener('click', () => dialog().then((open) => open(opener)));
        }
    }

    /** @param {string | false | undefined} path If the file is missing, start.js reports it. */
    const load = (path) => path
        && zigguratLoad.script(zigguratPaths.address(path)).catch(() => {});
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
        showNotes,
        /** Updates the links of notes to other images after the list of images has loaded. */
        connectNotes: () => hasNotes && notes().then(({ connect }) => connect()),
        /** Shows or hides the tile borders; returns whether they are visible. */
        toggleGrid: async () => (await grid())(),
    };
};
