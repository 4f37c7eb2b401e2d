// needs: head/text.js
/**
 * The keys that operate a page. Keys with a single character, such as R or 0, can be switched off
 * (WCAG 2.1.4): by the visitor, whose choice the browser keeps for all pages of the site, by
 * ?keys=none in the address, or by `<html data-keys="none">` in a template. Arrow keys, Home, End,
 * Page Up, Page Down, Tab and Escape always work.
 */
ziggurat.keys = (function () {
    'use strict';

    const store = 'zigguratSingleKeys';
    const root = document.documentElement;
    /** Whether the page's address or template switches the keys off. */
    const isFixed = [root.dataset.keys, new URLSearchParams(location.search).get('keys')]
        .includes('none');
    let isOn = !isFixed && isChosen();

    function isChosen() {
        try {
            return localStorage.getItem(store) !== 'none';
        } catch {
            // The browser stores no data.
            return true;
        }
    }

    /** @returns {HTMLInputElement | null} A user's template may lack the switch. */
    const input = () => document.querySelector('#characterKeys');

    /** Removes the keys from the titles and attributes of buttons while they are off. */
    function show() {
        for (const each of /** @type {NodeListOf<HTMLElement>} */ (
            document.querySelectorAll(
                ':is([aria-keyshortcuts], [data-keyshortcuts]):not(summary)'))) {
            const { dataset } = each;
            dataset.keyshortcuts ??= each.getAttribute('aria-keyshortcuts') ?? '';
            const [, title, keys = ''] = each.title.match(/^(.*?)( \([^()]*\))?$/) ?? ['', ''];
            dataset.keysTitle ??= keys;
            if (isOn) {
                each.setAttribute('aria-keyshortcuts', dataset.keyshortcuts);
            } else {
                each.removeAttribute('aria-keyshortcuts');
            }
            if (title) {
                each.title = title + (isOn ? dataset.keysTitle : '');
            }
        }
        root.classList.toggle('few-keys', !isOn);
        const field = input();
        if (field) {
            field.checked = isOn;
            field.disabled = isFixed;
        }
    }

    /**
     * Returns the key of an event that operates the page; an empty text if the key belongs to a
     * field, a dialog, the browser or the system, or is switched off.
     * @param {KeyboardEvent} event
     */
    function pressed(event) {
        const target = /** @type {HTMLElement} */ (event.target);
        if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey
            || event.altKey || document.querySelector('dialog[open]')
            || target.closest('input, textarea, select, [contenteditable]')) {
            return '';
        }
        const key = ziggurat.language.key(event);
        return key.length === 1 && !isOn ? '' : key;
    }

    document.addEventListener('change', ({ target }) => {
        const field = input();
        if (!field || target !== field) {
            return;
        }
        isOn = field.checked;
        show();
        try {
            localStorage.setItem(store, isOn ? 'all' : 'none');
        } catch {
            // The choice is kept only until the page is closed.
        }
    });
    // Another page of the site changed the choice.
    window.addEventListener('storage', ({ key }) => {
        if (key === store && !isFixed) {
            isOn = isChosen();
            show();
        }
    });
    // Titles are translated first.
    document.addEventListener('DOMContentLoaded', show);
    window.addEventListener('pageshow', show);

    return { isOn: () => isOn, pressed };
})();
