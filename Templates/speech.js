/**
 * What is said to the person: a line on the page for everybody, and, for those who do not see it,
 * what has changed.
 *
 * A classic script without imports, because a page opened from the disk may load nothing else.
 *
 * @param {HTMLElement} message Is seen.
 * @param {HTMLElement} announcement Is only heard.
 */
const zigguratSpeech = function (message, announcement) {
    'use strict';

    let passing = 0;
    let waiting = 0;
    /** @type {Map<string, string>} */
    const news = new Map();

    /**
     * @param {string} text Nothing where nothing is to be seen any more.
     * @param {boolean} [passes] Whether it goes away by itself.
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
     * Says something soon; of each topic, what comes last.
     * @param {string} topic
     * @param {string} text
     */
    function announce(topic, text) {
        news.set(topic, text);
        window.clearTimeout(waiting);
        waiting = window.setTimeout(() => {
            announcement.textContent = [...news.values()].join('. ');
            news.clear();
        }, 400);
    }

    return { announce, say };
};
