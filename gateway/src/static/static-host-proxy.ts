import { ApiError } from '@khmer-learning/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Pool } from 'undici';
import { genericError, serviceUnavailable } from '../http/errors.ts';
import { cacheControlFor } from './cache-control.ts';

const connectTimeoutMs = 1_000;
/** Until an answer begins. */
const responseTimeoutMs = 2_500;
/** Longest silence within a file. */
const bodyTimeoutMs = 5_000;
const maxConnections = 64;

/** All that a static host learns of a request: nothing says who asks. */
const forwardedRequestHeaders = [
  'accept',
  'accept-encoding',
  'if-none-match',
  'if-modified-since',
  'range',
  'if-range',
];
/** All that a file comes with; cookies, policies and whatever belongs to the connection stay behind. */
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

/** A static host behind this gateway, which is the one public door. */
export interface StaticHostProxy {
  /**
   * Answers with one of its files, streamed.
   *
   * @param path decoded and relative: `assets/main.3f2a9c01b7.js`
   * @throws ApiError 404 for whatever is no file, 503 and 504 when the host is away or silent
   */
  send(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply>;
  close(): Promise<void>;
}

export function createStaticHostProxy(origin: string): StaticHostProxy {
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
      });
    } catch {
      throw slow.signal.aborted ? genericError(504) : serviceUnavailable();
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async send(request, reply, path) {
      const response = await fetchFile(request, toHostPath(path));
      const { statusCode, headers, body } = response;
      // A page would come without its policy: that is what hosts of single-page apps answer for a file they lack.
      const isPage = String(headers['content-type'] ?? '').startsWith('text/html');
      if (!forwardedStatuses.has(statusCode) || isPage) {
        // What is left of it is not read, and that this ends it early is no news.
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
    close: () => pool.destroy(),
  };
}

const notFound = () => new ApiError(404, 'Not found');

/** A file's path at its host; steps outside and hidden files are not found. */
function toHostPath(path: string): string {
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part.startsWith('.') || /[\\\0]/.test(part))) throw notFound();
  return `/${parts.map(encodeURIComponent).join('/')}`;
}

function pickHeaders(
  from: Readonly<Record<string, string | string[] | undefined>>,
  names: readonly string[],
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of names) {
    const value = from[name];
    if (typeof value === 'string') found[name] = value;
  }
  return found;
}
