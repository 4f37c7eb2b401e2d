// needs: head/namespace.js
/**
 * The language of the page. The source language is English: scripts call `text('Zoom in')` or
 * `text('{count} images', { count })`. Templates mark an element with `data-text` if its content is
 * a text to translate. The marks `data-text-title`, `data-text-label` and `data-text-placeholder`
 * stand for the attributes `title`, `aria-label` and `placeholder`. The English text stays in its
 * place; a text with values is `data-text="{count} images" data-text-values='{"count": 3}'`. In
 * a keyboard shortcut in parentheses at the end of a title, only names of keys are translated.
 *
 * `<html data-languages="de=viewer/languages/de.js …">` lists the languages that a page can load.
 *
 * @typedef {Record<string, string | Record<string, string>>} Translations By English text: a text, or
 *     the forms for each plural category of `count`.
 */
ziggurat.language = (function () {
    'use strict';

    const root = document.documentElement;
    const attributes = ['title', 'label', 'placeholder'];
    const marked = ['text', ...attributes.map((name) => `text-${name}`)]
        .map((name) => `[data-${name}]`).join();
    /** @type {Translations} */
    let english = {};
    /** @type {Translations} */
    let texts = {};
    /** @type {WeakSet<Element>} */
    const done = new WeakSet();

    /**
     * Returns the language and the script of a tag, such as zh and Hant.
     * @param {string} tag
     */
    function parts(tag) {
        try {
            const { language, script } = new Intl.Locale(tag).maximize();
            return { language, script };
        } catch {
            return { language: '', script: '' };
        }
    }

    /**
     * Returns the languages for texts: the page's language if it is fixed, otherwise the visitor's.
     */
    const wanted = () => (root.hasAttribute('data-fixed') ? [root.lang] : navigator.languages);

    /**
     * Returns the first tag that matches a language of the visitor, in the visitor's order.
     * @param {string[]} tags
     */
    function best(tags) {
        for (const each of wanted()) {
            const { language, script } = parts(each);
            const near = language ? tags.filter((tag) => parts(tag).language === language) : [];
            const found = near.find((tag) => tag.toLowerCase() === each.toLowerCase())
                ?? near.find((tag) => parts(tag).script === script) ?? near[0];
            if (found) {
                return found;
            }
        }
        return undefined;
    }

    /**
     * The page language for which `knownLocale`, `numbers` and `percents` are valid.
     * @type {string | undefined}
     */
    let known;
    /** @type {string} */
    let knownLocale;
    /** @type {Intl.NumberFormat} */
    let numbers;
    /** @type {Intl.NumberFormat} */
    let percents;

    /**
     * Returns the page's language with the visitor's region, such as ar-MA, for numbers and dates.
     */
    function locale() {
        if (known !== root.lang) {
            known = root.lang;
            const { language } = parts(root.lang);
            knownLocale = navigator.languages.find((tag) => parts(tag).language === language)
                ?? (root.lang || 'en');
            numbers = new Intl.NumberFormat(knownLocale);
            percents = new Intl.NumberFormat(
                knownLocale, { style: 'percent', maximumSignificantDigits: 4 });
        }
        return knownLocale;
    }

    /** @param {number} value */
    function number(value) {
        locale();
        return numbers.format(value);
    }

    /**
     * Returns a value as a percentage: two significant digits below 10 %, otherwise whole percents.
     * @param {number} value 1 for 100 %.
     */
    function percent(value) {
        locale();
        return percents.format(Number(value < 0.1 ? value.toPrecision(2) : value.toFixed(2)));
    }

    /** @param {number} bytes */
    function size(bytes) {
        const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];
        const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 3);
        const [unit, value] = [units[power], bytes / 1000 ** power];
        return new Intl.NumberFormat(locale(), {
            style: 'unit', unit, unitDisplay: unit === 'byte' ? 'long' : 'short',
            maximumFractionDigits: value < 10 ? 1 : 0,
        }).format(value);
    }

    /** @param {string} name @param {unknown} value */
    function written(name, value) {
        if (typeof value === 'number') {
            return name === 'bytes' ? size(value) : number(value);
        }
        // The isolates keep a Latin title from changing the order of the words around it.
        return root.dir === 'rtl' ? `\u2068${value}\u2069` : String(value);
    }

    /**
     * Returns a text in the language of the page; in English if the translation is missing.
     *
     * @param {string} source The English text.
     * @param {Record<string, any>} [values] The values of the placeholders. `count` selects the
     *     plural form; `bytes` is the size of a file.
     */
    function text(source, values = {}) {
        const own = texts[source];
        const found = own ?? english[source] ?? source;
        const rules = new Intl.PluralRules(own === undefined ? 'en' : root.lang);
        const form = typeof found === 'string' ? found
            : found[rules.select(Number(values.count))] ?? found.other;
        return form.replace(/\{(\w+)\}/g, (all, name) =>
            (name in values ? written(name, values[name]) : all));
    }

    /**
     * Translates a marked element.
     * @param {Element} element
     * @param {boolean} isWhole Whether the whole content of the element has arrived.
     */
    function translate(element, isWhole) {
        if (done.has(element)) {
            return;
        }
        const source = element.getAttribute('data-text') || element.textContent?.trim() || '';
        if (!isWhole && element.hasAttribute('data-text') && !(source in texts)) {
            return;
        }
        done.add(element);
        const values = JSON.parse(element.getAttribute('data-text-values') ?? '{}');
        if (element.hasAttribute('data-text')) {
            element.textContent = text(source, values);
        }
        for (const name of attributes.filter((each) => element.hasAttribute(`data-text-${each}`))) {
            const attribute = name === 'label' ? 'aria-label' : name;
            const [, words, keys] = element.getAttribute(attribute)
                ?.match(/^(.*?)( \([^()]*\))?$/) ?? ['', '', ''];
            const own = element.getAttribute(`data-text-${name}`) || words;
            // Words in a shortcut are the names of keys, such as Shift.
            element.setAttribute(
                attribute, text(own, values) + (keys ?? '').replace(/\w\w+/g, text));
        }
    }

    /** Translates the page while the page arrives, so that no frame shows the English texts. */
    function translatePage() {
        const observer = new MutationObserver((changes) => {
            for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
                const element = node instanceof Element ? node : node.parentElement;
                if (element?.matches(marked)) {
                    translate(element, false);
                }
            }
        });
        observer.observe(root, { childList: true, subtree: true });
        document.addEventListener('readystatechange', () => {
            observer.disconnect();
            for (const element of document.querySelectorAll(marked)) {
                translate(element, true);
            }
        }, { once: true });
    }

    /**
     * Adds the texts of a language. Language files call this function.
     * @param {string} tag
     * @param {string} direction
     * @param {Translations} added
     */
    function add(tag, direction, added) {
        if (tag === 'en') {
            english = added;
            return;
        }
        texts = added;
        [root.lang, root.dir] = [tag, direction];
        if (document.readyState === 'loading') {
            translatePage();
        }
    }

    /** Loads the file of the visitor's language, if the page has another language. */
    function load() {
        const files = new Map((root.dataset.languages ?? '').split(' ').map((each) =>
            /** @type {[string, string]} */ (each.split('='))));
        const file = files.get(best([root.lang, ...files.keys()]) ?? '');
        if (file) {
            // `document.write` is the only way to load a script that runs before the page is drawn.
            const script = document.createElement('script');
            script.src = file;
            document.write(script.outerHTML);
        }
    }
    load();

    return {
        add, best, locale, number, percent, size, text, wanted,
        /** Returns whether the page runs from right to left. */
        isMirrored: () => root.dir === 'rtl',
        /**
         * Returns the key of an event. On a keyboard with another alphabet, returns the Latin
         * letter of the key.
         * @param {KeyboardEvent} event
         */
        key: ({ key, code }) => (
            key > '\u007f' ? code.match(/^Key([A-Z])$/)?.[1].toLowerCase() ?? key : key),
    };
})();
ziggurat.text = ziggurat.language.text;
