import { Readable } from 'node:stream';
import type { EventDefinition } from '@khmer-learning/contracts';
import type { FastifyReply } from 'fastify';
import type { RequestContext } from '../outbox/request-context.ts';
import { type TransactDeps, transact } from '../outbox/transact.ts';

const contentTypes = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
} as const;

/** A file that is made while it is sent. */
export interface ExportedFile {
  /** `lessons` becomes `lessons-2026-11-21.json`. */
  readonly name: string;
  readonly extension: keyof typeof contentTypes;
  /** Whose calendar the date is of. */
  readonly timeZone: string;
  /** The day in the name; today unless told. */
  readonly at?: Date;
}

/**
 * Sends a file piece by piece, as fast as its receiver takes it. The audit trail tells of it before anything is sent.
 *
 * @param kind what the file is about, for the audit trail
 * @param filters what narrows it: names, and values that the audit trail may hold
 * @param chunks its text; one that throws breaks the answer off, so that nobody takes it for whole
 * @returns what a handler has to return
 * @throws ApiError 503 when the audit record cannot be stored in time; nothing is sent then
 */
export async function sendExport(
  deps: TransactDeps,
  context: RequestContext & { readonly reply: FastifyReply },
  {
    kind,
    filters = {},
    name,
    extension,
    timeZone,
    at = new Date(),
  }: ExportedFile & {
    readonly kind: Pick<EventDefinition, 'service' | 'entity'>;
    readonly filters?: Readonly<Record<string, string | number | undefined>>;
  },
  chunks: AsyncIterable<string>,
): Promise<Readable> {
  // Swedes write dates as ISO 8601 does.
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at);
  const fileName = `${name}-${day}.${extension}`;
  const detail = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => `${field} ${value}`)
    .join(', ');
  await transact(deps, context, async (tx) =>
    tx.audit(kind, { action: 'exported', id: '', title: fileName, ...(detail ? { detail } : {}) }),
  );
  context.reply.headers({
    'content-type': contentTypes[extension],
    'content-disposition': `attachment; filename="${fileName}"`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  return Readable.from(chunks);
}

/**
 * A JSON object in pieces: some fields, then lists with an item to a line.
 *
 * @param lists in the order in which they are read
 */
export async function* jsonChunks(
  fields: Readonly<Record<string, unknown>>,
  lists: Readonly<Record<string, AsyncIterable<object>>>,
): AsyncGenerator<string> {
  yield JSON.stringify(fields).slice(0, -1);
  for (const [name, items] of Object.entries(lists)) {
    yield `,\n${JSON.stringify(name)}: [`;
    let separator = '\n';
    for await (const item of items) {
      yield separator + JSON.stringify(item);
      separator = ',\n';
    }
    yield '\n]';
  }
  yield '\n}\n';
}
