// needs: head/namespace.js
/**
 * Messages: a visible line, and announcements for screen readers.
 *
 * @param {HTMLElement} message The visible line.
 * @param {HTMLElement} announcement An element for screen readers only.
 */
ziggurat.speech = function (message, announcement) {
    'use strict';

    let passing = 0;
    let waiting = 0;
    /** @type {Map<string, string>} */
    const news = new Map();

    /**
     * @param {string} text The text; empty to hide the line.
     * @param {boolean} [passes] Whether the line disappears after a few seconds.
     */
    function say(text, passes) {
        window.clearTimeout(passing);
        message.textContent = text;
        message.hidden = text === '';
        if (passes) {
            passing = window.setTimeout(() => {
                message.hidden = true;
            }, 2500);
        }
    }

    /**
     * Announces a text after a pause. Within the pause, a later text on the same topic replaces it.
     * @param {string} topic
     * @param {string} text
     */
    function announce(topic, text) {
        news.set(topic, text);
        window.clearTimeout(waiting);
        waiting = window.setTimeout(() => {
            announcement.textContent = [...news.values()].join('. ')
                .replace(/([.!?…:])\. /g, '$1 ');
            news.clear();
        }, 400);
    }

    return { announce, say };
};
