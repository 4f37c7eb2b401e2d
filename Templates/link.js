/**
 * The address of what is seen, for other people.
 *
 * A classic script without imports, because a page opened from the disk may load nothing else.
 */
const zigguratLink = (function () {
    'use strict';

    /**
     * The address of the view, at the picture's own page.
     * @param {Page} page
     * @param {string} view As an address has it.
     */
    function to(page, view) {
        const name = location.pathname.split('/').pop() ?? '';
        const at = new URL(page.base ? `${zigguratPaths.address(page.base)}index.html` : name || './',
            location.href);
        at.search = page.base ? '' : location.search;
        at.hash = view;
        return at.href;
    }

    /**
     * Puts text where it can be pasted from; where the browser forbids that, fails.
     * @param {string} text
     * @param {HTMLTextAreaElement} [field] One that has it already.
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
                throw new Error('copying is not allowed');
            }
        }
    }

    return { copy, to };
})();
