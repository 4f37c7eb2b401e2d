// needs: head/namespace.js
/**
 * An archive on a web server that supports range requests, or a file that the visitor chose. Reads
 * parts of the archive, and detects that another file has replaced it.
 */
ziggurat.archiveFile = (function () {
    'use strict';

    /**
     * An error with a reason for programs: `ranges`, the server does not support range requests;
     * `disk`, a page from the disk cannot read the archive; `missing`, `denied`, `network`,
     * `changed`, `truncated`, `damaged`, `compressed`, `unsupported`.
     */
    class ArchiveError extends Error {
        /** @param {string} reason @param {string} message */
        constructor(reason, message) {
            super(message);
            this.name = 'ArchiveError';
            this.reason = reason;
        }
    }

    class ArchiveFile {
        /**
         * @param {string | Blob} source The address of the archive, or the file.
         * @param {number} [size] The size in bytes, if known.
         */
        constructor(source, size) {
            this.source = source;
            /** The size in bytes; undefined before the first response of a server. */
            this.size = typeof source === 'string' ? size : source.size;
            /**
             * The ETag or the time stamp of the file; null if unknown.
             * @type {string | null}
             */
            this.version = null;
            /** Whether the size and the version come from a response. */
            this.hasResponse = false;
            /**
             * The error that stops further requests.
             * @type {ArchiveError | undefined}
             */
            this.failure = undefined;
            /** The name of the file, for messages. */
            this.name = typeof source !== 'string' ? /** @type {File} */ (source).name ?? 'the file'
                : decoded(source.split(/[?#]/)[0].split('/').pop() ?? '');
            /** The number of requests so far. */
            this.requests = 0;
        }

        /**
         * Reads bytes from the file.
         *
         * @param {Uint8Array} bytes
         * @param {number} start
         * @param {AbortController} controller
         * @param {(count: number) => void} arrived Called with the number of bytes read so far.
         */
        async fill(bytes, start, controller, arrived) {
            const end = start + bytes.length;
            if (typeof this.source !== 'string') {
                this.requests += 1;
                const part = new Uint8Array(await this.source.slice(start, end).arrayBuffer());
                if (part.length < bytes.length) {
                    throw this.truncated();
                }
                bytes.set(part);
                arrived(bytes.length);
                return;
            }
            const response = await this.fetchPart(this.source, start, end, controller);
            const stream = response.body?.getReader();
            for (let count = 0; count < bytes.length;) {
                const { done, value } = await stream?.read() ?? { done: true, value: undefined };
                if (done) {
                    // A server on another origin may not expose the size of the file.
                    if (this.size === undefined && count > 0
                        && Number(response.headers.get('Content-Length')) === count) {
                        this.size = start + count;
                    }
                    if (start + count === this.size) {
                        arrived(count);
                        return;
                    }
                    throw new ArchiveError('network',
                        `Cannot load ${this.name}: incomplete response.`);
                }
                const rest = bytes.length - count;
                bytes.set(value.subarray(0, rest), count);
                count = Math.min(count + value.length, bytes.length);
                arrived(count);
                if (value.length > rest) {
                    stream?.cancel().catch(() => {});
                }
            }
        }

        /**
         * Requests a part from a server.
         *
         * @param {string} address
         * @param {number} start
         * @param {number} end
         * @param {AbortController} controller
         * @returns {Promise<Response>}
         */
        async fetchPart(address, start, end, { signal }) {
            const headers = { Range: `bytes=${start}-${end - 1}` };
            // The browser's cache can contain parts of an older file, so the first request
            // revalidates.
            /** @type {RequestCache} */
            let cache = this.hasResponse ? 'default' : 'no-cache';
            for (;;) {
                this.requests += 1;
                const response = await fetch(address, { headers, cache, signal });
                try {
                    this.check(response, start);
                    this.hasResponse = true;
                    return response;
                } catch (error) {
                    // Cancels the download of an invalid response.
                    response.body?.cancel().catch(() => {});
                    const failure = /** @type {ArchiveError} */ (error);
                    if (cache !== 'default' || failure.reason !== 'changed') {
                        if (['changed', 'ranges'].includes(failure.reason)) {
                            this.failure = failure;
                        }
                        throw failure;
                    }
                    cache = 'reload';
                }
            }
        }

        /**
         * Throws unless the response contains the requested part and the file is unchanged.
         *
         * @param {Response} response
         * @param {number} start
         */
        check({ status, headers }, start) {
            if (status === 404 || status === 410) {
                throw new ArchiveError('missing', `${this.name} was not found on the web server.`);
            }
            if (status === 401 || status === 403) {
                throw new ArchiveError('denied', `The web server denies access to ${this.name}.`);
            }
            if (status === 416) {
                throw this.truncated();
            }
            if (status >= 400) {
                throw new ArchiveError('network', `Cannot load ${this.name}: HTTP ${status}.`);
            }
            const range = headers.get('Content-Range')?.match(/^bytes (\d+)-\d+\/(\d+|\*)$/);
            if (status !== 206 || range && Number(range[1]) !== start) {
                throw new ArchiveError('ranges',
                    `The web server does not support range requests, which ${this.name} needs.`);
            }
            if (!['', 'identity'].includes(headers.get('Content-Encoding') ?? '')) {
                throw new ArchiveError('ranges', `The web server compresses ${this.name}; `
                    + 'it must send the file without Content-Encoding.');
            }
            const size = range && range[2] !== '*' ? Number(range[2]) : this.size;
            // Apache marks the ETag of a new file as weak for one second.
            const version = (headers.get('ETag') ?? headers.get('Last-Modified'))
                ?.replace(/^W\//, '') ?? this.version;
            const isOther = this.size !== undefined && size !== this.size;
            if (isOther && !this.hasResponse && Number(size) < Number(this.size)) {
                throw this.truncated();
            }
            if (isOther || this.version !== null && version !== this.version) {
                throw new ArchiveError('changed', `${this.name} was replaced by another file.`);
            }
            this.size = size;
            this.version = version;
        }

        truncated() {
            return new ArchiveError('truncated', `${this.name} is truncated.`);
        }

        /** @param {string} [what] */
        damaged(what = 'directory') {
            return new ArchiveError('damaged', `The ${what} of ${this.name} is damaged.`);
        }
    }

    /** @param {string} name */
    function decoded(name) {
        try {
            return decodeURIComponent(name);
        } catch {
            return name;
        }
    }

    return { ArchiveError, ArchiveFile };
})();
