import { authSession, type ResponseOf } from '@khmer-learning/contracts';
import { ApiError } from '@khmer-learning/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../../api/identity/authenticator.ts';
import type { Forwarder } from '../../api/upstreams/forwarder.ts';

/** A page is sent without its session rather than later than this. */
const maxWaitMs = 1_000;

type Session = ResponseOf<typeof authSession>;

/** Reads who has opened a page. */
export type SessionReader = ReturnType<typeof createSessionReader>;

/**
 * Creates a reader that answers as `auth.session` does: null for nobody, undefined when it is not known in time. It never rejects.
 */
export function createSessionReader(authenticate: Authenticator, forwarder: Pick<Forwarder, 'read'>) {
  async function readSession(request: FastifyRequest, reply: FastifyReply): Promise<Session | null> {
    try {
      const principal = await authenticate(authSession, request, reply);
      const { status, headers, body } = await forwarder.read(authSession, request, '', principal);
      if (status === 401) return null;
      const renewed = headers['set-cookie'];
      if (renewed !== undefined) reply.header('set-cookie', renewed);
      return authSession.response.parse(JSON.parse(body.toString()));
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  }

  return (request: FastifyRequest, reply: FastifyReply): Promise<Session | null | undefined> => {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, maxWaitMs, undefined);
    });
    // The page asks for the session itself, and shows the error.
    const session = readSession(request, reply).catch(() => undefined);
    return Promise.race([session, tooLate]).finally(() => clearTimeout(timer));
  };
}
