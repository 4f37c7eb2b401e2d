// needs: head/text.js, page/keys.js, gallery/find.js, gallery/rows.js
/**
 * Connects the parts of the gallery, and moves the focus between images by keys. Each image is one
 * Tab stop; F opens the image's formats.
 */
(function () {
    'use strict';

    const { text } = ziggurat;

    // The texts above and below the images, by language.
    for (const each of /** @type {NodeListOf<HTMLElement>} */ (
        document.querySelectorAll(':is(#cover, #site) [data-titles]'))) {
        const texts = JSON.parse(each.dataset.titles ?? '{}');
        const best = ziggurat.language.best(Object.keys(texts).filter(Boolean));
        if (best) {
            each.textContent = texts[best];
            each.lang = best;
            if (each.matches('h1')) {
                document.title = texts[best];
            }
        }
    }

    // Shows titles in a language of the visitor. A title in an unknown language is replaced only if
    // the translation is in the visitor's first language.
    const primary = (/** @type {string} */ tag) => tag.toLowerCase().split('-')[0];
    for (const card of document.querySelectorAll('li[data-titles]')) {
        const title = /** @type {HTMLElement} */ (card.querySelector('b'));
        const titles = JSON.parse(card.getAttribute('data-titles') ?? '{}');
        const languages = ziggurat.language.wanted();
        const wanted = title.lang ? languages : languages.slice(0, 1);
        for (const language of wanted) {
            if (title.lang && primary(title.lang) === primary(language)) {
                break;
            }
            const found = Object.keys(titles).find((tag) => primary(tag) === primary(language));
            if (found) {
                /** @type {HTMLElement} */ (card).dataset.title = title.textContent ?? '';
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
    const rows = ziggurat.rows(list);
    for (const each of /** @type {NodeListOf<HTMLElement>} */ (
        document.querySelectorAll('footer[hidden]'))) {
        each.hidden = false;
    }

    // The choice is kept for the next visit, unless the browser stores no data.
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
        // Without stored data, images stay large.
    }
    density?.addEventListener('click', () => {
        const isSmall = density.getAttribute('aria-pressed') !== 'true';
        setDensity(isSmall);
        try {
            localStorage.setItem('zigguratDensity', isSmall ? 'small' : 'large');
        } catch {
            // The choice is kept only until the page is closed.
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
        const right = ziggurat.language.isMirrored() ? -1 : 1;
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
        // In the first and the last row, the focus does not move.
        /** @type {HTMLElement|null|undefined} */ (goal()?.querySelector('.open'))?.focus();
        event.preventDefault();
    }

    for (const summary of list.querySelectorAll('summary')) {
        summary.tabIndex = -1;
    }

    /**
     * Opens or closes the formats of the image that has the focus.
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
        if (ziggurat.keys.pressed(event) === '/') {
            find.focus();
            find.select();
            event.preventDefault();
        } else if (['f', 'F', 'Escape'].includes(ziggurat.language.key(event))
            && event.target !== find) {
            openFormats(event);
        } else {
            step(event);
        }
    });

    document.addEventListener('pointerdown', ({ target }) => {
        for (const formats of list.querySelectorAll('details[open]')) {
            if (!formats.contains(/** @type {Node} */ (target))) {
                formats.removeAttribute('open');
            }
        }
    });

    /**
     * Marks an image that was deleted from the destination, because its page would be an error of
     * the server.
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
        // The arrow keys still reach the image, and screen readers say why it does not open.
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
    // Handles thumbnails that failed to load before this script ran.
    for (const image of list.querySelectorAll('img')) {
        if (image.complete && image.naturalWidth === 0) {
            markDeleted(image);
        }
    }

    // On a phone, the lists and buttons are in a sheet.
    const sheet = /** @type {HTMLDialogElement | null} */ (document.getElementById('sheet'));
    const choices = document.getElementById('choices');
    const filters = document.getElementById('filters');
    if (sheet && choices && filters) {
        filters.addEventListener('click', () => {
            sheet.querySelector('h2')?.after(choices);
            sheet.showModal();
        });
        sheet.addEventListener('close', () => document.querySelector('header')?.append(choices));
        sheet.addEventListener('click', ({ target }) => target === sheet && sheet.close());
        document.getElementById('sheet-close')?.addEventListener('click', () => sheet.close());
    }

    // The browser moves the image of the card to its place on the page, and back.
    list.addEventListener('click', ({ target }) => {
        const image = /** @type {HTMLElement} */ (target).closest('.open')?.querySelector('img');
        for (const each of list.querySelectorAll('img')) {
            each.style.setProperty('view-transition-name', each === image ? 'image' : '');
        }
    });

    ziggurat.find(list, () => {
        rows.arrange();
        linkSlideshow();
    });

    /** Makes the slideshow begin at the first visible image, if this image has a page. */
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
