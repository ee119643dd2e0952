import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseCookie } from '../../http/parse-cookie.ts';

const cookieName = 'console-browser-id';
const idPattern = /^[0-9a-f]{16}$/;
const maxAgeSeconds = 365 * 24 * 60 * 60;

/**
 * The random id by which a browser belongs to the same share of the browsers each time, for a page and for the list
 * of remotes that it reads later. It is stored nowhere else.
 *
 * @param isNeeded whether to give the browser an id if it has none
 */
export function browserIdOf(request: FastifyRequest, reply: FastifyReply, isNeeded: boolean): string {
  const known = parseCookie(request.headers.cookie, cookieName);
  if (known !== undefined && idPattern.test(known)) return known;
  const id = randomBytes(8).toString('hex');
  if (isNeeded) {
    const secure = request.protocol === 'https' ? '; Secure' : '';
    reply.header(
      'set-cookie',
      `${cookieName}=${id}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`,
    );
  }
  return id;
}
