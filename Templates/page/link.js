// needs: tiles/paths.js
/**
 * Links to the current view.
 */
ziggurat.link = (function () {
    'use strict';

    /**
     * Returns the address of a view on the image's own page.
     * @param {Page} page
     * @param {string} view The view in the form of the page's address.
     */
    function to(page, view) {
        const name = location.pathname.split('/').pop() ?? '';
        const at = new URL(page.base ? `${ziggurat.paths.address(page.base)}index.html` : name || './',
            location.href);
        at.search = page.base ? '' : location.search;
        at.hash = view;
        return at.href;
    }

    /**
     * Returns the address of a view on this page. The address does not begin with `#`, because
     * checkers would mistake the link for a link that skips parts of a page.
     * @param {string} view The view in the form of the page's address.
     */
    const here = (view) => `./${location.pathname.split('/').pop()}${location.search}#${view}`;

    /**
     * Copies text to the clipboard; fails if the browser does not allow it.
     * @param {string} text
     * @param {HTMLTextAreaElement} [field] A field that contains the text.
     */
    async function copy(text, field) {
        try {
            await navigator.clipboard.writeText(text);
        } catch {
            const own = field ?? document.createElement('textarea');
            if (!field) {
                own.value = text;
                own.className = 'unseen';
                document.body.append(own);
            }
            own.select();
            const done = document.execCommand('copy');
            if (!field) {
                own.remove();
            }
            if (!done) {
                throw new Error('cannot copy: not allowed');
            }
        }
    }

    return { copy, here, to };
})();
