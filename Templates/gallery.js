/**
 * Finds pictures by a part of their title, among those that the page already holds, and goes from
 * one to the next by the arrow keys.
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
    /** @type {{ element: HTMLElement, title: string }[]|undefined} Read when it is first needed. */
    let known;
    const entries = () => known ??= Array.from(
        document.querySelectorAll('#entries > li'), (element) => ({
            element: /** @type {HTMLElement} */ (element),
            title: plain(element.querySelector('b')?.textContent ?? ''),
        }));
    let timer = 0;
    let shownText = '';

    function show() {
        const text = plain(find?.value ?? '').trim();
        if (text === shownText || !none) {
            return;
        }
        shownText = text;
        const words = text.split(/\s+/).filter(Boolean);
        let shown = 0;
        for (const entry of entries()) {
            const fits = words.every((word) => entry.title.includes(word));
            // Writing what is so already would still make the browser look at it again.
            if (entry.element.hidden === fits) {
                entry.element.hidden = !fits;
            }
            shown += fits ? 1 : 0;
        }
        none.hidden = shown > 0;
        // Whoever listens to the page is told once, when the typing rests.
        window.clearTimeout(timer);
        timer = window.setTimeout(() => {
            if (count) {
                count.textContent = words.length ? `${shown.toLocaleString('en')} of ${all}` : all;
            }
        }, 150);
    }

    /**
     * Moves the focus to the next picture that is shown.
     * @param {KeyboardEvent} event
     */
    function step(event) {
        const target = /** @type {HTMLElement} */ (event.target);
        const here = target.closest('li');
        if (!here?.parentElement || !target.matches('.open')) {
            return;
        }
        const columns = getComputedStyle(here.parentElement).gridTemplateColumns.split(' ').length;
        const steps = /** @type {Record<string, number>} */ ({
            ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns,
            Home: -Infinity, End: Infinity,
        });
        let left = steps[event.key];
        if (!left) {
            return;
        }
        const next = (/** @type {Element} */ from) =>
            left > 0 ? from.nextElementSibling : from.previousElementSibling;
        /** @type {Element} */
        let goal = here;
        for (let place = next(here); place && left; place = next(place)) {
            if (!(/** @type {HTMLElement} */ (place)).hidden) {
                goal = place;
                left -= Math.sign(left);
            }
        }
        // Down from the last row but one there may be nothing straight below: not the last picture.
        if (left === 0 || !Number.isFinite(left)) {
            /** @type {HTMLElement|null} */ (goal.querySelector('.open'))?.focus();
        }
        event.preventDefault();
    }

    document.addEventListener('keydown', (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) {
            return;
        }
        if (event.key === '/' && event.target !== find) {
            find.focus();
            find.select();
            event.preventDefault();
        } else {
            step(event);
        }
    });

    // The browser may bring back what was typed before the page was left.
    find.addEventListener('input', show);
    window.addEventListener('pageshow', show);
    /** @type {HTMLElement} */ (find.parentElement).hidden = false;
})();
