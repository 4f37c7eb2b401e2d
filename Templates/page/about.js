// needs: head/text.js
/**
 * The caption and the links. The page contains the caption and the links of its own image. For
 * other images of the destination, this script fills them in.
 *
 * @typedef {object} About The configuration of a page without its tiles: see
 *     PageConfiguration.swift. Paths and addresses are relative to the bundle.
 * @property {string} name
 * @property {string} title
 * @property {Texts} caption
 * @property {{ title: string, address: string, kind?: string, isBeside?: boolean, text?: string,
 *     values?: Record<string, any> }[]} links `text`: the English text of the title, with values.
 * @property {number} [maxZoom] The largest zoom, in screen pixels per image pixel; 4 if missing.
 * @property {string[]} [share] The parts of *Share*; all parts if missing.
 * @property {string} [watermark] A text over saved and embedded views.
 * @property {string} [background] A CSS colour.
 * @property {string} [layout]
 * @property {{ path: string, root: string, script: string }} [place]
 * @property {Note[]} [annotations]
 * @property {Tour} [tour]
 * @property {number} [micronsPerPixel]
 * @property {string} [canvas] The address of the image's canvas in a IIIF manifest.
 * @property {{ script: string, frame: string }} [component] The script that defines
 *     <ziggurat-viewer>, and its counterpart for a page in a frame; missing in pages of one file.
 * @property {{ cite: string, embed: string, grid: string, notes?: string }} [scripts] The scripts
 *     of features that load at their first use; missing if the page contains these scripts.
 * @property {{ version: string, script: string, worker: string }} [offline] Present only if
 *     visitors can keep the image; see offline.js.
 * @property {string} [address] The published address of the bundle, without a slash at the end.
 * @property {string} [placeholder] Present only in the scripts of other images.
 * @property {string} [thumbnail] The path of a small version of the image.
 *
 * @typedef {object} Texts
 * @property {string|null} [title] Present only in translations.
 * @property {string} [description]
 * @property {string} [attribution]
 * @property {string} [creator]
 * @property {string} [date]
 * @property {string} [rights]
 * @property {string} [licence]
 * @property {string} [rightsName] The name of a known licence or statement in `rights`.
 * @property {string} [licenceName]
 * @property {{ label: string, value: string }[]} [fields]
 * @property {string} [language]
 * @property {Record<string, Texts>} [translations] By language.
 *
 * @typedef {Pyramid & About} Config
 */
ziggurat.about = (function () {
    'use strict';

    const { text } = ziggurat;

    /**
     * Returns an address of a configuration relative to the page.
     * @param {string} address
     * @param {string} base The address of the bundle.
     */
    const resolved = (address, base) => (/^https?:/i.test(address) ? address : base + address);

    /**
     * Marks the language of an element's text.
     * @param {HTMLElement} element
     * @param {string} [language]
     */
    function mark(element, language) {
        if (language) {
            element.lang = language;
        } else {
            element.removeAttribute('lang');
        }
    }

    /**
     * Returns the language to show to the visitor; undefined if the texts should not be translated.
     *
     * @param {string[]} translations The languages of the translations.
     * @param {string} [own] The language of the texts. If it is unknown, only the visitor's first
     *     language is preferred to the texts.
     */
    function bestLanguage(translations, own) {
        const primary = (/** @type {string} */ tag) => tag.toLowerCase().split('-')[0];
        const languages = ziggurat.language.wanted();
        const first = primary(languages[0] ?? '');
        for (const wanted of languages) {
            if (!own && primary(wanted) !== first) {
                return undefined;
            }
            const exact = translations.find((tag) => tag.toLowerCase() === wanted.toLowerCase());
            const near = exact ?? translations.find((tag) => primary(tag) === primary(wanted));
            if (own && primary(own) === primary(wanted) && !exact) {
                return undefined;
            }
            if (near) {
                return near;
            }
        }
        return undefined;
    }

    /**
     * Returns a configuration whose texts are in a language of the visitor, if such texts exist.
     *
     * @param {Config} config
     * @returns {Config}
     */
    function localized(config) {
        const { translations = {}, language: own } = config.caption;
        const language = bestLanguage(Object.keys(translations), own);
        if (language === undefined) {
            return config;
        }
        const { title, ...texts } = translations[language];
        return {
            ...config,
            title: title ?? config.title,
            caption: { ...config.caption, ...texts, language, translations: {} },
        };
    }

    /**
     * Returns a date in the language of the page. Other texts stay unchanged.
     * @param {string | undefined} value Such as 1889, 1889-05 or 1889-05-31.
     */
    function written(value) {
        const [, year, month, day] = value?.match(/^(\d{4})-(\d\d)(?:-(\d\d))?$/) ?? [];
        const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1)));
        return Number.isNaN(date.getTime()) ? value : new Intl.DateTimeFormat(ziggurat.language.locale(), {
            calendar: 'gregory', timeZone: 'UTC', year: 'numeric', month: 'long',
            ...(day ? { day: 'numeric' } : {}),
        }).format(date);
    }

    /**
     * Returns the creator, or the credit line, and the date; empty if both are unknown.
     * @param {Texts} caption
     */
    const byline = ({ creator, attribution, date }) =>
        [creator ?? attribution, written(date)].filter(Boolean).join(text(', '));

    /**
     * Writes the date of the page's own image in the language of the page.
     * @param {HTMLElement} caption
     * @param {Config} config
     */
    function fillDate(caption, config) {
        const place = caption.querySelector('[data-about="date"]');
        if (place && config.caption.date) {
            place.textContent = written(config.caption.date) ?? '';
        }
        const line = caption.querySelector('[data-about="byline"]');
        if (line) {
            line.textContent = byline(config.caption);
        }
    }

    /**
     * Returns a licence or rights as a text, or as a link if they are a web address.
     * @param {string} [value]
     * @param {string} [name] The name of a known licence.
     */
    function terms(value = '', name = value.replace(/^https?:\/\/(www\.)?|\/$/gi, '')) {
        if (!/^https?:\/\/\S+$/i.test(value)) {
            return value;
        }
        const link = document.createElement('a');
        [link.rel, link.href, link.textContent] = ['license', value, text(name)];
        return link;
    }

    /**
     * @param {HTMLElement} caption
     * @param {Config} config
     * @param {string} base The address of the bundle, relative to the page.
     */
    function fill(caption, config, base) {
        document.title = config.title;
        // A user's template may lack some of the elements.
        const find = (/** @type {string} */ name) =>
            /** @type {HTMLElement|null} */ (caption.querySelector(`[data-about="${name}"]`));
        const set = (/** @type {string} */ name, /** @type {string | undefined} */ value) => {
            const place = find(name);
            if (!place) {
                return;
            }
            place.textContent = value ?? '';
            mark(place, config.caption.language);
            const row = /** @type {HTMLElement} */ (place.closest('dl > div') ?? place);
            row.hidden = !value;
        };
        const setTerms = (/** @type {'rights' | 'licence'} */ name) => {
            const value = config.caption[name];
            set(name, value);
            find(name)?.replaceChildren(terms(value, config.caption[`${name}Name`]));
        };
        set('title', config.title);
        set('description', config.caption.description);
        set('size', text('{width} × {height} pixels', config));
        set('attribution', config.caption.attribution);
        set('creator', config.caption.creator);
        set('date', written(config.caption.date));
        set('byline', byline(config.caption));
        setTerms('rights');
        setTerms('licence');
        const fields = find('fields');
        if (fields) {
            mark(fields, config.caption.language);
            fields.replaceChildren(...(config.caption.fields ?? []).map(({ label, value }) => {
                const row = document.createElement('div');
                row.append(document.createElement('dt'), document.createElement('dd'));
                row.children[0].textContent = label;
                row.children[1].textContent = value;
                return row;
            }));
        }
        const links = /** @type {HTMLElement} */ (caption.querySelector('.links'));
        links.replaceChildren(...config.links.map((each) => {
            const item = document.createElement('li');
            item.classList.toggle('beside', each.isBeside ?? false);
            const link = document.createElement('a');
            link.href = resolved(each.address, base);
            link.textContent = each.text ? text(each.text, each.values) : each.title;
            link.className = each.kind ?? '';
            if (each.kind === 'original') {
                link.download = '';
            } else if (each.kind === 'manifest') {
                link.draggable = true;
                link.title = text('Drag onto a IIIF viewer');
            }
            item.append(link);
            return item;
        }));
    }

    /**
     * Fills in the short line with the licence, or the rights, and the credit: below the title,
     * whose line already names the creator, or in the corner of an embedded page.
     *
     * @param {HTMLElement} stage
     * @param {Config} config
     */
    function fillCredit(stage, { caption, watermark }) {
        const { attribution, creator, licence, licenceName, rights, rightsName } = caption;
        const isEmbedded = document.documentElement.classList.contains('embed');
        // A user's template may lack the line.
        const line = /** @type {HTMLElement | null} */ (
            stage.querySelector(isEmbedded ? '#credit' : '.terms'));
        const credit = (isEmbedded ? attribution ?? creator : creator && attribution) ?? '';
        const link = licence ? terms(licence, licenceName) : terms(rights, rightsName);
        line?.replaceChildren(...[credit + (credit && link ? ' · ' : ''), link].filter(Boolean)
            .map((part) => {
                const span = document.createElement('span');
                span.append(part);
                return span;
            }));
        if (line) {
            mark(line, caption.language);
        }
        if (isEmbedded && typeof link === 'object') {
            link.target = '_blank';
        }
        stage.dataset.watermark = watermark ?? '';
    }

    /**
     * Makes links to IIIF manifests draggable. IIIF viewers expect an absolute address that
     * contains the manifest's address in the parameter `manifest`.
     *
     * @param {HTMLElement} caption
     */
    function makeDraggable(caption) {
        caption.addEventListener('dragstart', (event) => {
            const link = /** @type {HTMLElement} */ (event.target).closest?.('a.manifest');
            if (link instanceof HTMLAnchorElement && event.dataTransfer) {
                const address = `${link.href}?manifest=${link.href}`;
                event.dataTransfer.setData('text/uri-list', address);
                event.dataTransfer.setData('text/plain', address);
            }
        });
    }

    /** Returns the lower edge of the title and its lines, in CSS pixels; 0 without a title. */
    function bottom() {
        const caption = document.getElementById('caption');
        return caption ? caption.offsetTop + caption.offsetHeight : 0;
    }

    return { bestLanguage, bottom, fill, fillCredit, fillDate, localized, makeDraggable, terms };
})();
