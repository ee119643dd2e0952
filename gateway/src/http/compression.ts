import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { Negotiator } from '@fastify/accept-negotiator';
import { LRUCache } from 'lru-cache';

/** How a body can be compressed on the way to its caller. */
export type ContentEncoding = 'br' | 'gzip';

/** Below this size, in bytes, compressing saves less than a packet. */
export const minCompressedBytes = 1_024;

/** Quality 4 compresses JSON better than gzip's default, in less time. */
const brotliParams = {
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_QUALITY]: 4,
};
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const negotiator = new Negotiator({
  supportedValues: ['br', 'gzip', 'identity'],
  // Browsers and apps send few different headers.
  cache: new LRUCache<string, string>({ max: 100 }),
});
const maxHeaderLength = 100;

/** The encoding that a caller accepts, by its `Accept-Encoding`; undefined for none. */
export function acceptedEncoding(header: string | string[] | undefined): ContentEncoding | undefined {
  if (typeof header !== 'string' || header.length > maxHeaderLength) return undefined;
  const encoding = negotiator.negotiate(header.toLowerCase());
  return encoding === 'br' || encoding === 'gzip' ? encoding : undefined;
}

/** Compresses a whole body, in a thread of its own. */
export function compress(body: Buffer, encoding: ContentEncoding): Promise<Buffer> {
  return encoding === 'br' ? compressBrotli(body, { params: brotliParams }) : compressGzip(body);
}

/** Creates a stream that compresses a body of about `size` bytes. */
export function createCompressor(encoding: ContentEncoding, size: number) {
  if (encoding === 'gzip') return createGzip();
  return createBrotliCompress({ params: { ...brotliParams, [constants.BROTLI_PARAM_SIZE_HINT]: size } });
}
