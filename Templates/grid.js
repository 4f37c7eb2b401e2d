/**
 * The borders of the tiles that are drawn, each with its level, column and row, for people who look
 * into a layout.
 *
 * A classic script without imports, because a page opened from the disk may load nothing else.
 */
(function () {
    'use strict';

    /**
     * @param {import('./view.js').Page} page
     * @param {HTMLElement} stage
     * @returns {() => boolean} What shows the borders or hides them, and says whether they are
     *     there now.
     */
    window.zigguratGrid = function (page, stage) {
        const { viewer } = page;
        /** @type {HTMLCanvasElement | null} */
        let canvas = null;

        /**
         * Where a corner of a tile is on the screen, in CSS pixels: in the middle of a pixel of the
         * screen, so that lines are sharp.
         * @param {number} x In viewport coordinates.
         * @param {number} y
         */
        function corner(x, y) {
            const viewport = viewer.viewport;
            const point = viewport.pixelFromPoint(new OpenSeadragon.Point(x, y), true);
            if (viewport.getFlip()) {
                point.x = viewport.getContainerSize().x - point.x;
            }
            const ratio = window.devicePixelRatio || 1;
            return point.apply((/** @type {number} */ edge) =>
                (Math.round(edge * ratio) + 0.5) / ratio);
        }

        /**
         * @param {CanvasRenderingContext2D} context
         * @param {any} tile
         */
        function drawTile(context, tile) {
            const { x, y, width, height } = tile.bounds;
            const corners = [corner(x, y), corner(x + width, y), corner(x + width, y + height),
                corner(x, y + height)];
            context.beginPath();
            for (const point of corners) {
                context.lineTo(point.x, point.y);
            }
            context.closePath();
            for (const [colour, line] of [['#000a', 3], ['#ffd400', 1]]) {
                context.strokeStyle = String(colour);
                context.lineWidth = Number(line);
                context.stroke();
            }
            const left = Math.min(...corners.map((point) => point.x));
            const top = Math.min(...corners.map((point) => point.y));
            const level = page.config.levels[tile.level];
            const lines = [`level ${level.z ?? tile.level}`, `column ${tile.x}`, `row ${tile.y}`];
            const longest = Math.max(...lines.map((text) => context.measureText(text).width));
            context.fillStyle = '#000c';
            context.fillRect(left + 2, top + 2, longest + 8, 46);
            context.fillStyle = '#ffd400';
            lines.forEach((text, index) =>
                context.fillText(text, left + 6, top + 15 + 14 * index));
        }

        function draw() {
            if (!canvas) {
                return;
            }
            const ratio = window.devicePixelRatio || 1;
            const { clientWidth: width, clientHeight: height } = stage;
            canvas.width = Math.round(width * ratio);
            canvas.height = Math.round(height * ratio);
            const context = canvas.getContext('2d');
            const image = viewer.world.getItemAt(0);
            if (!context || !image) {
                return;
            }
            context.scale(ratio, ratio);
            context.font = '12px ui-monospace, monospace';
            for (const { tile } of image.getTilesToDraw()) {
                drawTile(context, tile);
            }
        }

        viewer.addHandler('update-viewport', draw);
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
            viewer.forceRedraw();
            draw();
            return true;
        };
    };
})();
