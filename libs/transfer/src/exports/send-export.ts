import { Readable } from 'node:stream';
import { type EventDefinition, importMessages } from '@khmer-learning/contracts';
import {
  conflict,
  dayOf,
  type RequestContext,
  type TransactDeps,
  transact,
} from '@khmer-learning/service-kit';
import type { FastifyReply } from 'fastify';
import { fitsExcel, formatTable, type TableFormat, type TableRows } from '../tables/write-table.ts';

const contentTypes = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** A file that is generated while it is sent. */
interface ExportedFile {
  /** `lessons` becomes `lessons-2026-11-21.json`. */
  readonly name: string;
  readonly extension: keyof typeof contentTypes;
  /** Time zone of the date in the name. */
  readonly timeZone: string;
  /** The date in the name; default now. */
  readonly at?: Date;
  readonly kind: Pick<EventDefinition, 'service' | 'entity'>;
  /** Names and values that may appear in the audit log. */
  readonly filters?: Readonly<Record<string, string | number | undefined>>;
}

/**
 * Streams a file with back-pressure, after its audit record. An error of `chunks` aborts the response visibly.
 * @returns the value that the handler must return
 * @throws ApiError 503 when the audit record cannot be stored in time; nothing is sent then
 */
export async function sendExport(
  deps: TransactDeps,
  context: RequestContext & { readonly reply: FastifyReply },
  { kind, filters = {}, name, extension, timeZone, at = new Date() }: ExportedFile,
  chunks: AsyncIterable<string | Uint8Array>,
): Promise<Readable> {
  const day = dayOf(at, timeZone);
  const fileName = `${name}-${day}.${extension}`;
  const detail = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => `${field} ${value}`)
    .join(', ');
  await transact(deps, context, async (tx) =>
    tx.audit(kind, { action: 'exported', id: '', title: fileName, ...(detail ? { detail } : {}) }),
  );
  return sendFile(context.reply, { name: `${name}-${day}`, extension }, chunks);
}

/** Streams a table, as `sendExport` does. @param rows of Excel, read twice @throws ApiError 409 when Excel cannot hold them */
export async function sendTable(
  deps: TransactDeps,
  context: RequestContext & { readonly reply: FastifyReply },
  file: ExportedFile & { readonly extension: TableFormat },
  rows: TableRows,
): Promise<Readable> {
  if (file.extension === 'xlsx' && !(await fitsExcel(rows))) throw conflict(importMessages.tooLargeForExcel);
  return sendExport(deps, context, file, formatTable(file.extension, rows()));
}

/** Streams a file with back-pressure; an error aborts the response. Returns the value that the handler must return. */
export function sendFile(
  reply: FastifyReply,
  { name, extension }: Pick<ExportedFile, 'name' | 'extension'>,
  chunks: AsyncIterable<string | Uint8Array>,
): Readable {
  reply.headers({
    'content-type': contentTypes[extension],
    'content-disposition': `attachment; filename="${name}.${extension}"`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  return Readable.from(chunks, { objectMode: false });
}

/** Generates a JSON object: fields first, then lists, read one after the other, with one item per line. */
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
