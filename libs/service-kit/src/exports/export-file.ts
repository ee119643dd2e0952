import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

const types = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
} as const;

/** A file that is made while it is sent. */
export interface ExportedFile {
  /** `lessons` becomes `lessons-2026-11-21.json`. */
  readonly name: string;
  readonly extension: keyof typeof types;
  /** Whose calendar the date is of. */
  readonly timeZone: string;
  /** The day in the name; today unless told. */
  readonly at?: Date;
}

/**
 * Sends a file piece by piece, as fast as its receiver takes it.
 *
 * @param pieces its text; one that throws breaks the answer off, so that nobody takes it for whole
 * @returns what a handler has to return
 */
export function sendExport(
  reply: FastifyReply,
  { name, extension, timeZone, at = new Date() }: ExportedFile,
  pieces: AsyncIterable<string>,
): Readable {
  // Swedes write dates as ISO 8601 does.
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at);
  reply.headers({
    'content-type': types[extension],
    'content-disposition': `attachment; filename="${name}-${day}.${extension}"`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  return Readable.from(pieces);
}

/**
 * A JSON object in pieces: some fields, then lists with an item to a line.
 *
 * @param lists in the order in which they are read
 */
export async function* jsonPieces(
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
