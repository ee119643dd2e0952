import { sessionTokenOptions } from '@khmer-learning/contracts';
import type { FastifyReply } from 'fastify';
import type { ConsoleToken } from './session.service.ts';

/** The cookie that carries a console session. */
export interface SessionCookie {
  set(reply: FastifyReply, session: ConsoleToken): void;
  clear(reply: FastifyReply): void;
}

/** @param publicUrl public address of the console; with https the cookie is host-bound (`__Host-`) and `Secure` */
export function createSessionCookie(publicUrl: string): SessionCookie {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? sessionTokenOptions.secureCookie : sessionTokenOptions.cookie;
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
  return {
    set: (reply, { token, lifetimeSeconds: maxAge }) => {
      reply.setCookie(name, token, { ...options, maxAge });
    },
    clear: (reply) => {
      reply.clearCookie(name, options);
    },
  };
}
