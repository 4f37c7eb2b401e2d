/**
 * Finds pictures by a part of their title, among those that the page already holds.
 *
 * A classic script without imports, because a page opened from the disk may load nothing else.
 */
(function () {
    'use strict';

    const find = /** @type {HTMLInputElement|null} */ (document.getElementById('find'));
    const count = document.getElementById('count');
    const none = document.getElementById('none');
    if (!find || !count || !none) {
        return;
    }

    /**
     * Without case and accents: “ecole” finds “École”.
     * @param {string} text
     */
    const plain = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

    const all = count.textContent;
    const entries = Array.from(document.querySelectorAll('#entries > li'), (element) => ({
        element: /** @type {HTMLElement} */ (element),
        title: plain(element.querySelector('b')?.textContent ?? ''),
    }));

    function show() {
        const words = plain(find.value).split(/\s+/).filter(Boolean);
        let shown = 0;
        for (const entry of entries) {
            const fits = words.every((word) => entry.title.includes(word));
            entry.element.hidden = !fits;
            shown += fits ? 1 : 0;
        }
        count.textContent = words.length ? `${shown} of ${all}` : all;
        none.hidden = shown > 0;
    }

    // The browser may bring back what was typed before the page was left.
    find.addEventListener('input', show);
    window.addEventListener('pageshow', show);
    /** @type {HTMLElement} */ (find.parentElement).hidden = false;
})();
