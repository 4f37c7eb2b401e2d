/**
 * Connects the parts of the gallery, and moves between images by keys. Each image is one stop of the Tab
 * key; F opens its formats.
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
    const list = document.getElementById('entries');
    if (!find || !list) {
        return;
    }
    const rows = zigguratRows(list);

    // The choice stays for the next visit, unless the browser keeps nothing.
    const density = /** @type {HTMLButtonElement | null} */ (document.getElementById('density'));
    /** @param {boolean} isSmall */
    function setDensity(isSmall) {
        rows.setSmall(isSmall);
        density?.setAttribute('aria-pressed', String(isSmall));
    }
    try {
        if (localStorage.getItem('zigguratDensity') === 'small') {
            setDensity(true);
        }
    } catch {
        // Large images.
    }
    density?.addEventListener('click', () => {
        const isSmall = density.getAttribute('aria-pressed') !== 'true';
        setDensity(isSmall);
        try {
            localStorage.setItem('zigguratDensity', isSmall ? 'small' : 'large');
        } catch {
            // Until the page is closed.
        }
    });

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
        const cards = [...list.querySelectorAll('li')];
        const right = zigguratLanguage.isMirrored() ? -1 : 1;
        const goals = /** @type {Record<string, () => Element | undefined>} */ ({
            ArrowLeft: () => cards[cards.indexOf(here) - right],
            ArrowRight: () => cards[cards.indexOf(here) + right],
            ArrowUp: () => rows.beside(here, -1),
            ArrowDown: () => rows.beside(here, 1),
            Home: () => cards[0],
            End: () => cards[cards.length - 1],
        });
        const goal = goals[event.key];
        if (goal === undefined) {
            return;
        }
        // At the first and last row, the focus stays.
        /** @type {HTMLElement|null|undefined} */ (goal()?.querySelector('.open'))?.focus();
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
        size.textContent = text('Not available');
        card.querySelector('.pages')?.remove();
        // The arrow keys still reach it, and screen readers say why it does not open.
        link.removeAttribute('href');
        for (const [name, value] of [['role', 'link'], ['aria-disabled', 'true'], ['tabindex', '0']]) {
            link.setAttribute(name, value);
        }
    }
    list.addEventListener('error', ({ target }) => {
        if (target instanceof HTMLImageElement && target.closest('li')) {
            markDeleted(target);
        }
    }, true);
    // Thumbnails that failed before this script ran.
    for (const image of list.querySelectorAll('img')) {
        if (image.complete && image.naturalWidth === 0) {
            markDeleted(image);
        }
    }

    zigguratFind(list, () => {
        rows.arrange();
        linkSlideshow();
    });

    /** Lets the slideshow begin at the first image that is shown, if it has a page. */
    function linkSlideshow() {
        const link = /** @type {HTMLAnchorElement | null} */ (document.getElementById('slideshow'));
        const first = list?.querySelector('.open')?.getAttribute('href') ?? '';
        const hasPages = first.endsWith('/index.html') && (list?.querySelector('li + li') ?? null);
        if (link) {
            link.hidden = !hasPages;
            link.href = `${first}#play=1`;
        }
    }
    linkSlideshow();
})();
