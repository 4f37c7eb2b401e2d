// needs: head/text.js
/**
 * The borders of the visible tiles with their level, column and row, for checking a layout. The
 * script loads at the first use.
 *
 * @param {Page} page
 * @param {HTMLElement} stage
 * @returns {() => boolean} Shows or hides the borders; returns whether they are visible.
 */
ziggurat.grid = function (page, stage) {
    'use strict';

    const { text } = ziggurat;

    const { lens } = page;
    /** @type {HTMLCanvasElement | null} */
    let canvas = null;

    /**
     * @param {CanvasRenderingContext2D} context
     * @param {ReturnType<Lens['tiles']>[0]} tile
     * @param {number[]} matrix
     */
    function drawTile(context, { x, y, width, height, level, column, row }, [a, b, c, d, e, f]) {
        const ratio = window.devicePixelRatio;
        // Aligns an edge with the centre of a screen pixel, so that lines are sharp.
        const align = (/** @type {number} */ edge) => (Math.round(edge * ratio) + 0.5) / ratio;
        const corners = [[x, y], [x + width, y], [x + width, y + height], [x, y + height]].map(
            ([right, down]) => [
                align(a * right + c * down + e), align(b * right + d * down + f)]);
        context.beginPath();
        for (const [left, top] of corners) {
            context.lineTo(left, top);
        }
        context.closePath();
        for (const [colour, line] of [['#000a', 3], ['#ffd400', 1]]) {
            context.strokeStyle = String(colour);
            context.lineWidth = Number(line);
            context.stroke();
        }
        const left = Math.min(...corners.map((point) => point[0]));
        const top = Math.min(...corners.map((point) => point[1]));
        const name = page.config.levels[level].z ?? level;
        const lines = [
            text('level {number}', { number: name }), text('column {number}', { number: column }),
            text('row {number}', { number: row }),
        ];
        const longest = Math.max(...lines.map((line) => context.measureText(line).width));
        context.fillStyle = '#000c';
        context.fillRect(left + 2, top + 2, longest + 8, 46);
        context.fillStyle = '#ffd400';
        lines.forEach((line, index) => context.fillText(line, left + 6, top + 15 + 14 * index));
    }

    function draw() {
        const matrix = canvas && lens.matrix();
        const context = canvas?.getContext('2d');
        if (!canvas || !matrix || !context) {
            return;
        }
        const ratio = window.devicePixelRatio;
        canvas.width = Math.round(stage.clientWidth * ratio);
        canvas.height = Math.round(stage.clientHeight * ratio);
        context.scale(ratio, ratio);
        context.font = '12px ui-monospace, monospace';
        for (const tile of lens.tiles()) {
            drawTile(context, tile, matrix);
        }
    }

    lens.events.addEventListener('move', draw);
    return () => {
        if (canvas) {
            canvas.remove();
            canvas = null;
            return false;
        }
        canvas = document.createElement('canvas');
        canvas.id = 'grid';
        canvas.setAttribute('aria-hidden', 'true');
        stage.querySelector('#viewer')?.after(canvas);
        draw();
        return true;
    };
};
