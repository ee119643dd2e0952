import * as contracts from '@khmer-learning/contracts';
import { type Endpoint, fillPath, type ServiceName } from '@khmer-learning/contracts';
import type { ServiceCaller } from './service-caller.ts';

/** As far as contents are found that a schema accepts. */
interface Schema {
  safeParse(value: unknown): { error?: { issues: readonly { path: PropertyKey[]; values?: unknown[] }[] } };
}

/** What the contract of a kind has for its audit. */
interface AuditedKind {
  readonly event: contracts.EventDefinition;
  readonly create: Endpoint & { readonly body: Schema };
  readonly update: Endpoint;
  readonly delete: Endpoint;
  readonly versions: { readonly restore: Endpoint };
  readonly deleted: { readonly restore: Endpoint };
  readonly workingCopy?: {
    readonly save: Endpoint & { readonly body: { readonly shape: { readonly contents: Schema } } };
    readonly publish: Endpoint;
    readonly discard: Endpoint;
  };
  readonly schedule?: contracts.ScheduleEndpoints;
  readonly review?: contracts.ReviewEndpoints;
  readonly comments: contracts.CommentEndpoints;
}

const isKind = (value: unknown): value is AuditedKind =>
  typeof value === 'object' && value !== null && 'versions' in value && 'deleted' in value;

type Contents = Record<string, unknown>;

/** Contents that a schema accepts: for each field that is missing or wrong, an allowed value or a text. */
function sampleOf(schema: Schema, contents: Contents = {}): Contents {
  const issues = schema.safeParse(contents).error?.issues ?? [];
  const mended = issues.map(({ path: [name = ''], values }) => [name, values?.[0] ?? 'Text']);
  return { ...contents, ...Object.fromEntries(mended) };
}

/**
 * Calls of the writing endpoints of those kinds of a service for which its audit test has none, with the audit record that each must
 * create. The operations of such kinds are those of item-kit. A kind whose contents are not texts needs calls of its own.
 *
 * @param known the calls of the audit test, by the ids of their endpoints
 */
export function auditedItemCalls(
  service: ServiceName,
  known: Readonly<Record<string, unknown>>,
  caller: () => ServiceCaller,
): Record<string, () => Promise<Contents>> {
  const kinds = Object.values<unknown>(contracts).filter(isKind);
  return Object.assign(
    {},
    ...kinds
      .filter(({ event, create }) => event.service === service && !(create.id in known))
      .map((kind) => callsOf(kind, caller)),
  );
}

/**
 * Calls of the writing endpoints of the comments on a kind, with the audit record that each must create.
 *
 * @param create creates an item of the kind
 */
export function auditedCommentCalls(
  { event: { entity }, comments }: Pick<AuditedKind, 'event' | 'comments'>,
  create: () => Promise<{ id: number }>,
  caller: () => ServiceCaller,
): Record<string, () => Promise<Contents>> {
  const { resolve, reopen } = comments;
  const writes: readonly (readonly [Endpoint, string, Contents?])[] = [
    [comments.create, 'commented'],
    [comments.reply, 'commented', { text: 'Yes' }],
    [comments.edit, 'comment-edited', { text: 'Which word?' }],
    [comments.delete, 'comment-deleted'],
    [resolve, 'comments-resolved'],
    [reopen, 'comments-reopened'],
  ];
  const entries = writes.map(([endpoint, action, body]) => {
    const call = async () => {
      const { id } = await create();
      const send = (one: Endpoint, thread: number, sent?: Contents) =>
        caller()<{ id: number }>(one.method, fillPath(one.path, { id, thread, comment: 1 }), sent);
      const { id: thread } = (await send(comments.create, 0, { text: 'Why?' })).body;
      if (endpoint === reopen) await send(resolve, thread);
      if (endpoint !== comments.create) await send(endpoint, thread, body);
      return { action, entity, entityId: String(id) };
    };
    return [endpoint.id, call] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * Calls of the writing endpoints of the reviews of a kind, with the audit record that each must create.
 *
 * @param create creates a draft of the kind
 */
export function auditedReviewCalls(
  { event: { entity }, review }: Pick<AuditedKind, 'event'> & { readonly review: contracts.ReviewEndpoints },
  create: () => Promise<{ id: number }>,
  caller: () => ServiceCaller,
): Record<string, () => Promise<Contents>> {
  const { request, withdraw, askForChanges, grant } = review;
  const writes = [
    [request, 'review-requested'],
    [withdraw, 'review-withdrawn'],
    [askForChanges, 'changes-requested'],
    [grant, 'review-granted'],
  ] as const;
  const entries = writes.map(([endpoint, action]) => {
    const call = async () => {
      const { id } = await create();
      const send = (one: Endpoint) =>
        caller()(
          one.method,
          fillPath(one.path, { id }),
          one === withdraw ? undefined : { version: 1, message: 'Look' },
        );
      await send(request);
      if (endpoint !== request) await send(endpoint);
      return { action, entity, entityId: String(id) };
    };
    return [endpoint.id, call] as const;
  });
  return Object.fromEntries(entries);
}

function callsOf(kind: AuditedKind, caller: () => ServiceCaller): Record<string, () => Promise<Contents>> {
  const { event, versions, deleted, workingCopy, schedule, review } = kind;

  async function send(endpoint: Endpoint, id: number | null, body?: Contents): Promise<{ id: number }> {
    const path = fillPath(endpoint.path, { id, version: 1 });
    const answer = await caller()<{ id: number }>(endpoint.method, path, body);
    if (answer.status >= 300)
      throw new Error(`${endpoint.id} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** @param steps the calls after the creation @param given contents that are mended if they are wrong */
  const recorded =
    (expected: Contents, steps: (id: number) => Promise<unknown>, given: Contents = {}) =>
    async () => {
      const { id } = await send(kind.create, null, {
        ...sampleOf(kind.create.body, given),
        title: 'Before',
      });
      await steps(id);
      return { entity: event.entity, entityId: String(id), ...expected };
    };

  const rename = (id: number) => send(kind.update, id, { title: 'After' });
  const remove = (id: number) => send(kind.delete, id);
  const createOne = () => send(kind.create, null, { ...sampleOf(kind.create.body), title: 'Before' });
  const calls = {
    ...auditedCommentCalls(kind, createOne, caller),
    [kind.create.id]: recorded({ action: 'created', title: 'Before' }, async () => undefined),
    [kind.update.id]: recorded({ action: 'updated', title: 'After', fields: ['title'] }, rename),
    [kind.delete.id]: recorded({ action: 'deleted', title: 'Before' }, remove),
    [versions.restore.id]: recorded({ action: 'restored', fields: ['title'] }, async (id) => {
      await rename(id);
      await send(versions.restore, id);
    }),
    [deleted.restore.id]: recorded({ action: 'restored', title: 'Before' }, async (id) => {
      await remove(id);
      await send(deleted.restore, id);
    }),
  };
  if (!workingCopy || !schedule || !review) return calls;

  const rework = (id: number) =>
    send(workingCopy.save, id, {
      contents: { ...sampleOf(workingCopy.save.body.shape.contents), title: 'Reworked' },
    });
  const reworked = (action: string, last: (id: number) => Promise<unknown>) =>
    recorded(
      { action },
      async (id) => {
        await rework(id);
        await last(id);
      },
      // The first status is `published` or `active`.
      { status: '' },
    );
  const publishLater = (id: number) =>
    send(schedule.set, id, { action: 'publish', at: '2099-04-13T23:00:00Z', version: 1 });
  return {
    ...calls,
    ...auditedReviewCalls({ event, review }, createOne, caller),
    [workingCopy.save.id]: reworked('working-copy-saved', async () => undefined),
    [workingCopy.publish.id]: reworked('working-copy-published', (id) => send(workingCopy.publish, id, {})),
    [workingCopy.discard.id]: reworked('working-copy-discarded', (id) => send(workingCopy.discard, id)),
    [schedule.set.id]: recorded({ action: 'scheduled' }, publishLater),
    [schedule.move.id]: recorded(
      { action: 'scheduled', detail: 'publish at 2099-05-13T23:00:00.000Z' },
      async (id) => {
        await publishLater(id);
        await send(schedule.move, id, { at: '2099-05-13T23:00:00Z' });
      },
    ),
    [schedule.cancel.id]: recorded({ action: 'schedule-cancelled' }, async (id) => {
      await publishLater(id);
      await send(schedule.cancel, id);
    }),
  };
}
