// needs: tiles/paths.js, page/load.js, page/share.js, features/grid.js?, features/notes.js?
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
     * @param {'grid' | 'notes'} name
     * @param {() => T} start
     */
    const feature = (name, start) => ziggurat.load.once(own.scripts?.[name], start);
    const grid = feature('grid', () => ziggurat.grid?.(page, stage));
    const notes = feature('notes', () => ziggurat.notes?.(page, stage, view.leap, pager.find));

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
        offerShare: ziggurat.share(page, view.view),
        showNotes,
        /** Updates the links of notes to other images after the list of images has loaded. */
        connectNotes: () => hasNotes && notes().then(({ connect }) => connect()),
        /** Shows or hides the tile borders; returns whether they are visible. */
        toggleGrid: async () => (await grid())(),
    };
};
