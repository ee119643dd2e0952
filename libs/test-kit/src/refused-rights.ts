import type { Endpoint } from '@khmer-learning/contracts';
import { fillPath, messages, type Rights } from '@khmer-learning/contracts';
import type { ServiceCaller, ServiceCallerOptions } from './service-caller.ts';

/** A call of an endpoint that would succeed for who may publish everything. */
export interface AllowedCall {
  /** The main lesson that the call is about. */
  readonly mainLessonId: number;
  readonly params?: Readonly<Record<string, number>>;
  readonly body?: Readonly<Record<string, unknown>> | Buffer;
  readonly headers?: ServiceCallerOptions['headers'];
}

/** What a teacher lacks. */
export const lackedRights = ['publish', 'other main lesson', 'all but its main lesson'] as const;
/** Those for whom an endpoint is refused. */
export type RefusedRights = Partial<Record<(typeof lackedRights)[number], true>>;

/**
 * Calls an endpoint as teachers of whom something was taken, each with a call of its own.
 *
 * @param prepare makes what the call needs
 * @returns for whom it was refused, with the message of that right. Every other answer must be a success
 */
export async function findRefusedRights(
  call: ServiceCaller,
  { method, path }: Endpoint,
  prepare: () => Promise<AllowedCall>,
): Promise<RefusedRights> {
  const refused: RefusedRights = {};
  for (const lacked of lackedRights) {
    const { mainLessonId, params, body, headers = {} } = await prepare();
    const of = lacked === 'other main lesson' ? mainLessonId + 1_000_000 : mainLessonId;
    const rights: Rights =
      lacked === 'publish'
        ? { canPublish: false, mainLessonIds: null }
        : { canPublish: true, mainLessonIds: [of] };
    const answer = await call<object & { message?: string }>(method, fillPath(path, params), body, {
      rights,
      headers,
    });
    if (answer.status === 403) {
      const { mayNotPublish, otherMainLesson } = messages.auth;
      expect(answer.body.message).toBe(lacked === 'publish' ? mayNotPublish : otherMainLesson);
      refused[lacked] = true;
    } else
      expect({ lacked, status: answer.status, body: answer.body }).toMatchObject({
        status: answer.status < 300 ? answer.status : 'a success or 403',
      });
  }
  return refused;
}

/** The endpoints of a service that a teacher may call and that write, but for comments: whoever reads may comment. */
export function isRefusable({ method, access, id }: Endpoint): boolean {
  return access === 'session' && method !== 'GET' && !/comment/i.test(id);
}
