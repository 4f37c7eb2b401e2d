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

    // Pictures come in parts, each but the last with as many: the browser lays out those that are
    // near the window. A template of somebody's own may have one list instead.
    const parts = [...list.querySelectorAll('ul')];
    const [first = list] = parts;
    const most = parts.length > 1 ? first.childElementCount : Number.MAX_SAFE_INTEGER;

    const all = count.textContent;
    /** @type {{ element: HTMLElement, title: string }[]|undefined} Read when it is first needed. */
    let known;
    const entries = () => known ??= Array.from(
        list.querySelectorAll('li'), (element) => ({
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
        const elements = fitting.map((entry) => entry.element);
        const used = parts.filter((_, index) => index === 0 || index * most < elements.length);
        used.forEach((part, index) =>
            part.replaceChildren(...elements.slice(index * most, (index + 1) * most)));
        list.replaceChildren(...(parts.length > 0 ? used : elements));
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
        if (!list || !here?.parentElement || !target.matches('.open')) {
            return;
        }
        const columns = getComputedStyle(here.parentElement).gridTemplateColumns.split(' ').length;
        const cards = [...list.querySelectorAll('li')];
        const place = cards.indexOf(here);
        const goals = /** @type {Record<string, number>} */ ({
            ArrowLeft: place - 1, ArrowRight: place + 1,
            ArrowUp: place - columns, ArrowDown: place + columns,
            Home: 0, End: cards.length - 1,
        });
        const goal = goals[event.key];
        if (goal === undefined) {
            return;
        }
        // Where nothing is straight above or below, it stays.
        /** @type {HTMLElement|null|undefined} */ (cards[goal]?.querySelector('.open'))?.focus();
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
