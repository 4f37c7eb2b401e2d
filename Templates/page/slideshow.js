// needs: head/text.js
/**
 * Shows the images of the destination one after another, without controls, until the next input.
 * The slideshow starts if the page's address contains `#play=1`.
 *
 * @param {() => boolean} goOn Shows the next image, or the first image after the last; returns
 *     false if the destination has no other image.
 * @param {(isOn: boolean) => void} immerse
 * @param {(text: string, passes?: boolean) => void} say
 * @returns {() => void} Starts or ends the slideshow.
 */
ziggurat.slideshow = function (goOn, immerse, say) {
    'use strict';

    const { text } = ziggurat;

    const pause = 6000;
    let timer = 0;

    function end() {
        if (timer) {
            window.clearInterval(timer);
            timer = 0;
            immerse(false);
        }
    }

    function start() {
        immerse(true);
        say(window.matchMedia('(hover: hover)').matches
            ? text('Press any key to end the slideshow.')
            : text('Tap the image to end the slideshow.'), true);
        timer = window.setInterval(() => goOn() || end(), pause);
    }

    document.addEventListener('pointerdown', end, true);
    document.addEventListener('keydown', (event) => {
        // These keys do not end the slideshow here: S operates its button, and the others are
        // modifiers.
        const key = ziggurat.language.key(event);
        if (!['s', 'S', 'Shift', 'Control', 'Alt', 'Meta'].includes(key)) {
            end();
        }
    }, true);

    return () => (timer ? end() : start());
};
