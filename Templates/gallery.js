/**
 * Filters the images of the page by a part of their title, and moves between them by keys. Each image
 * is one stop of the Tab key; F opens its formats.
 */
(function () {
    'use strict';

    // Titles in a language of the visitor. A title without a language gives way to the first only.
    const primary = (/** @type {string} */ tag) => tag.toLowerCase().split('-')[0];
    for (const card of document.querySelectorAll('li[data-titles]')) {
        const title = /** @type {HTMLElement} */ (card.querySelector('b'));
        const titles = JSON.parse(card.getAttribute('data-titles') ?? '{}');
        const wanted = title.lang ? navigator.languages : navigator.languages.slice(0, 1);
        for (const language of wanted) {
            if (title.lang && primary(title.lang) === primary(language)) {
                break;
            }
            const found = Object.keys(titles).find((tag) => primary(tag) === primary(language));
            if (found) {
                title.textContent = titles[found];
                title.lang = found;
                break;
            }
        }
    }

    const find = /** @type {HTMLInputElement|null} */ (document.getElementById('find'));
    const count = document.getElementById('count');
    const none = document.getElementById('none');
    const list = document.getElementById('entries');
    if (!find || !count || !none || !list) {
        return;
    }

    /**
     * Removes case and accents: “ecole” finds “École”.
     * @param {string} text
     */
    const plain = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

    // The list has parts of equal length, except the last: the browser lays out only those near the
    // window. A user's own template may have one list instead.
    const parts = [...list.querySelectorAll('ul')];
    const [first = list] = parts;
    const most = parts.length > 1 ? first.childElementCount : Number.MAX_SAFE_INTEGER;

    const all = count.textContent;
    /** @type {{ element: HTMLElement, title: string }[]|undefined} Read on the first search. */
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
        // Removing thousands of elements is much faster than hiding them.
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
     * Moves the focus to another visible image.
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
        // At the first and last row, the focus stays.
        /** @type {HTMLElement|null|undefined} */ (cards[goal]?.querySelector('.open'))?.focus();
        event.preventDefault();
    }

    for (const summary of list.querySelectorAll('summary')) {
        summary.tabIndex = -1;
    }

    /**
     * Opens the formats of the image that has the focus, or closes them.
     * @param {KeyboardEvent} event
     */
    function openFormats(event) {
        const card = /** @type {HTMLElement} */ (event.target).closest('li');
        const formats = card?.querySelector('details');
        if (!card || !formats || !list?.contains(card)) {
            return;
        }
        formats.open = event.key !== 'Escape';
        /** @type {HTMLElement|null} */
        (formats.open ? formats.querySelector('a') : card.querySelector('.open'))?.focus();
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
        } else if (['f', 'F', 'Escape'].includes(event.key) && event.target !== find) {
            openFormats(event);
        } else {
            step(event);
        }
    });

    /**
     * Marks an image that was deleted by hand: its page would be the server's error.
     * @param {HTMLElement} thumbnail
     */
    function markDeleted(thumbnail) {
        const card = thumbnail.closest('li');
        const size = card?.querySelector('p');
        const link = card?.querySelector('.open');
        if (!card || !size || !link) {
            return;
        }
        card.classList.add('gone');
        size.textContent = 'Not available';
        card.querySelector('.pages')?.remove();
        // The arrow keys still reach it, and screen readers say why it does not open.
        link.removeAttribute('href');
        for (const [name, value] of [['role', 'link'], ['aria-disabled', 'true'], ['tabindex', '0']]) {
            link.setAttribute(name, value);
        }
    }
    list.addEventListener('error', ({ target }) => {
        if (target instanceof HTMLImageElement) {
            markDeleted(target);
        }
    }, true);
    // Thumbnails that failed before this script ran.
    for (const image of list.querySelectorAll('img')) {
        if (image.complete && image.naturalWidth === 0) {
            markDeleted(image);
        }
    }

    // The browser may restore the text when the page is shown again.
    find.addEventListener('input', () => {
        // Only after a pause, so that screen readers announce the result once.
        window.clearTimeout(timer);
        timer = window.setTimeout(show, 150);
    });
    window.addEventListener('pageshow', show);
    /** @type {HTMLElement} */ (find.parentElement).hidden = false;
})();
