// needs: head/text.js
/**
 * Finds images by their texts and sorts them.
 *
 * @param {HTMLElement} list
 * @param {() => void} arrange Called after the images of the list changed.
 */
ziggurat.find = function (list, arrange) {
    'use strict';

    const { text } = ziggurat;

    const find = /** @type {HTMLInputElement} */ (document.getElementById('find'));
    const count = document.getElementById('count');
    const none = document.getElementById('none');
    const choices = document.getElementById('choices');
    const order = /** @type {HTMLSelectElement | null} */ (document.getElementById('order'));

    /**
     * Removes case and accents, so that “ecole” finds “École”.
     * @param {string} text
     */
    const plain = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

    // The list has parts of equal length; only the last part may be shorter. The browser lays out
    // only parts near the window. A user's template may have a single list.
    const parts = [...list.querySelectorAll('ul')];
    const [first = list] = parts;
    const most = parts.length > 1 ? first.childElementCount : Number.MAX_SAFE_INTEGER;
    const all = count?.textContent ?? '';

    /**
     * @typedef {object} Entry
     * @property {HTMLElement} element
     * @property {string} title
     * @property {string} text The titles in all languages and all other texts, without case and
     *     accents.
     * @property {Map<string, string>} facts The values by label.
     * @property {number} area The area of the image in pixels.
     */

    /** @type {Entry[] | undefined} Read at the first use. */
    let known;
    const entries = () => known ??= Array.from(list.querySelectorAll('li'), (element) => {
        const title = element.querySelector('b')?.textContent ?? '';
        /** @type {[string, string][]} */
        const about = JSON.parse(element.getAttribute('data-about') ?? '[]');
        const titles = JSON.parse(element.dataset.titles ?? '{}');
        const image = element.querySelector('img');
        const [width, height] = ['width', 'height'].map((side) => Number(image?.getAttribute(side)));
        return {
            element, title, area: width * height,
            text: plain([title, element.dataset.title, ...Object.values(titles),
                ...about.map(([, value]) => value)].join('\n')),
            facts: new Map(about.filter(([label]) => label)),
        };
    });

    let timer = 0;
    let shown = '';

    const filters = () => /** @type {NodeListOf<HTMLSelectElement>} */ (
        document.querySelectorAll('select[data-label]'));

    /** Returns the value by which an entry is grouped. Of a date, it is only the year. */
    const value = (/** @type {Entry} */ entry, /** @type {string} */ label) =>
        (label === 'Year' ? entry.facts.get('Date')?.match(/\d{4}/)?.[0] : entry.facts.get(label));

    const { compare } = new Intl.Collator(ziggurat.language.locale(), { numeric: true });
    const date = (/** @type {Entry} */ { facts }) => facts.get('Date') ?? '\uffff';
    /** @type {Record<string, (one: Entry, other: Entry) => number>} */
    const orders = {
        title: (one, other) => compare(one.title, other.title),
        date: (one, other) => compare(date(one), date(other)),
        size: (one, other) => other.area - one.area,
    };

    /** Keeps the search, the lists and the order in the address. */
    function write() {
        const values = new URLSearchParams();
        const set = (/** @type {string} */ name, /** @type {string} */ value) =>
            value && values.set(name, value);
        set('find', find.value.trim());
        set('order', order?.value ?? '');
        for (const each of filters()) {
            set(`by:${each.dataset.label}`, each.value);
        }
        const hash = String(values);
        if (hash !== location.hash.slice(1)) {
            history.replaceState(history.state, '',
                hash ? `#${hash}` : location.pathname + location.search);
        }
    }

    /** Sets the search, the lists and the order as the address states. */
    function read() {
        const values = new URLSearchParams(location.hash.slice(1));
        find.value = values.get('find') ?? '';
        for (const each of [order, ...filters()]) {
            if (each) {
                const value = values.get(each === order ? 'order' : `by:${each.dataset.label}`) ?? '';
                each.value = [...each.options].some((option) => option.value === value) ? value : '';
            }
        }
        show();
    }

    function show() {
        write();
        const words = plain(find.value).trim().split(/\s+/).filter(Boolean);
        const chosen = [...filters()].filter((each) => each.value)
            .map((each) => [each.dataset.label ?? '', each.value]);
        const state = JSON.stringify([words, chosen, order?.value]);
        if (state === shown || (!shown && !words.length && !chosen.length && !order?.value)) {
            return;
        }
        shown = state;
        const fitting = entries().filter((entry) => words.every((word) => entry.text.includes(word))
            && chosen.every(([label, wanted]) => value(entry, label) === wanted));
        const sort = orders[order?.value ?? ''];
        const sorted = sort ? [...fitting].sort(sort) : fitting;
        // Removing thousands of elements is much faster than hiding them.
        const elements = sorted.map((entry) => entry.element);
        const used = parts.filter((_, index) => index === 0 || index * most < elements.length);
        used.forEach((part, index) =>
            part.replaceChildren(...elements.slice(index * most, (index + 1) * most)));
        list.replaceChildren(...(parts.length > 0 ? used : elements));
        const button = document.getElementById('filters');
        if (button) {
            button.textContent = chosen.length
                ? text('Filters ({number})', { number: chosen.length }) : text('Filters');
        }
        if (none) {
            none.hidden = fitting.length > 0;
        }
        if (count) {
            const values = { number: fitting.length, total: entries().length };
            // Cards of books and comparisons are not images.
            count.textContent = words.length + chosen.length === 0 ? all
                : all.includes('·') ? text('{number} / {total}', values)
                : text('{number} of {total} images', values);
        }
        arrange();
    }

    /**
     * The labels that the program writes. All other labels come from the user.
     * @type {Record<string, (() => string) | undefined>}
     */
    const labels = {
        Creator: () => text('Creator'), Year: () => text('Year'),
        Collection: () => text('Collection'),
    };

    /** Adds a list of values for each label that divides the images into several groups. */
    function offerChoices() {
        const found = new Set(entries().flatMap(({ facts }) => [...facts.keys()]));
        for (const label of [...found].map((each) => (each === 'Date' ? 'Year' : each))) {
            /** @type {Map<string, number>} */
            const groups = new Map();
            for (const entry of entries()) {
                const group = value(entry, label);
                if (group) {
                    groups.set(group, (groups.get(group) ?? 0) + 1);
                }
            }
            const isUseful = groups.size > 1 && groups.size <= 200
                && [...groups.values()].some((number) => number > 1);
            if (isUseful && choices) {
                const select = document.createElement('select');
                select.dataset.label = label;
                const name = labels[label]?.() ?? label;
                select.setAttribute('aria-label', name);
                select.add(new Option(text('{label}: all', { label: name }), ''));
                for (const group of [...groups.keys()].sort(compare)) {
                    select.add(new Option(
                        text('{group} ({number})', { group, number: groups.get(group) }), group));
                }
                select.addEventListener('change', show);
                choices.insertBefore(select, order);
            }
        }
    }
    if (list.querySelector('[data-about]')) {
        offerChoices();
    }

    // The browser may restore the text when the page is shown again.
    find.addEventListener('input', () => {
        // The list is updated after a pause, so that screen readers announce the result once.
        window.clearTimeout(timer);
        timer = window.setTimeout(show, 150);
    });
    order?.addEventListener('change', show);
    document.getElementById('sheet-reset')?.addEventListener('click', () => {
        find.value = '';
        for (const each of [order, ...filters()]) {
            if (each) {
                each.value = '';
            }
        }
        show();
    });
    window.addEventListener('hashchange', read);
    window.addEventListener('pageshow', show);
    for (const each of document.querySelectorAll('header [hidden]')) {
        /** @type {HTMLElement} */ (each).hidden = false;
    }
    if (location.hash) {
        read();
    }
};
