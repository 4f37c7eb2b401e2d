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
    const list = document.getElementById('entries');
    if (!find || !count || !none || !list) {
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
        if (text === shownText || !none || !list) {
            return;
        }
        shownText = text;
        const words = text.split(/\s+/).filter(Boolean);
        const fitting = entries().filter(
            (entry) => words.every((word) => entry.title.includes(word)));
        // What does not fit is taken out: hiding thousands takes the browser much longer.
        list.replaceChildren(...fitting.map((entry) => entry.element));
        none.hidden = fitting.length > 0;
        if (count) {
            const shown = fitting.length.toLocaleString('en');
            count.textContent = words.length ? `${shown} of ${all}` : all;
        }
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
            goal = place;
            left -= Math.sign(left);
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
    find.addEventListener('input', () => {
        // Once, when the typing rests: who listens to the page is told once, too.
        window.clearTimeout(timer);
        timer = window.setTimeout(show, 150);
    });
    window.addEventListener('pageshow', show);
    /** @type {HTMLElement} */ (find.parentElement).hidden = false;
})();
