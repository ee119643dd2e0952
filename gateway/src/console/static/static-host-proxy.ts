import { ApiError } from '@khmer-learning/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Pool } from 'undici';
import { genericError, serviceUnavailable } from '../../http/errors.ts';
import { pickHeaders } from '../../http/forwarded-headers.ts';
import { cacheControlFor } from './cache-control.ts';

const connectTimeoutMs = 1_000;
/** Time limit until a response begins. */
const responseTimeoutMs = 2_500;
/** Longest pause within a response body. */
const bodyTimeoutMs = 5_000;
const maxConnections = 64;
/**
 * Bytes of a file that are read ahead of a slow caller: more than any file of the console has. A file is not paused, because
 * undici 7 ends the process when its parser is paused at the end of a connection (https://github.com/nodejs/undici/issues/5360).
 */
const readAheadBytes = 16 * 1024 * 1024;

/** The request headers that a static host receives. None of them identifies the caller. */
const forwardedRequestHeaders = [
  'accept',
  'accept-encoding',
  'if-none-match',
  'if-modified-since',
  'range',
  'if-range',
];
/** The response headers that are forwarded. Cookies, policies and hop-by-hop headers are dropped. */
const forwardedResponseHeaders = [
  'accept-ranges',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'vary',
];
const forwardedStatuses = new Set([200, 206, 304, 416]);

/** Creates a reverse proxy for a static host that is not public itself, with a connection pool of its own. */
export function createStaticHostProxy(origin: string) {
  const pool = new Pool(origin, {
    connections: maxConnections,
    connect: { timeout: connectTimeoutMs },
    headersTimeout: responseTimeoutMs,
    bodyTimeout: bodyTimeoutMs,
  });

  async function fetchFile(request: FastifyRequest, path: string) {
    const slow = new AbortController();
    const timer = setTimeout(() => slow.abort(), responseTimeoutMs);
    const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
    try {
      return await pool.request({
        method,
        path,
        headers: pickHeaders(request.headers, forwardedRequestHeaders),
        signal: slow.signal,
        highWaterMark: readAheadBytes,
      });
    } catch {
      throw slow.signal.aborted ? genericError(504) : serviceUnavailable();
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    /**
     * Streams one of its files.
     *
     * @param path decoded and relative: `assets/main.3f2a9c01b7.js`
     * @throws ApiError 404 when there is no such file, 503 when the host is unavailable, 504 when it does not respond
     */
    async send(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
      const response = await fetchFile(request, toHostPath(path));
      const { statusCode, headers, body } = response;
      // Hosts of single-page apps answer a missing file with their page, which would come without its CSP.
      const isPage = String(headers['content-type'] ?? '').startsWith('text/html');
      if (!forwardedStatuses.has(statusCode) || isPage) {
        // Discards the rest of the body. The resulting abort error is expected.
        body.on('error', () => undefined).destroy();
        throw statusCode >= 500 ? serviceUnavailable() : notFound();
      }
      reply.code(statusCode).headers(pickHeaders(headers, forwardedResponseHeaders));
      reply.header('cache-control', headers['cache-control'] ?? cacheControlFor(path));
      if (statusCode === 304 || request.method === 'HEAD') {
        await body.dump();
        return reply.send();
      }
      return reply.send(body);
    },
    /** Closes its connections. */
    close: () => pool.destroy(),
  };
}

const notFound = () => new ApiError(404, 'Not found');

/** The file's path at its host. @throws ApiError 404 for path traversal and hidden files */
function toHostPath(path: string): string {
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part.startsWith('.') || /[\\\0]/.test(part))) throw notFound();
  return `/${parts.map(encodeURIComponent).join('/')}`;
}
