import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { resourceNotFound } from '../wire/paypal-error.ts';
import type { AccessToken, Capture, IdempotencyRecord, Order, Refund, WebhookEvent } from './records.ts';

interface Tables {
  orders: Order;
  captures: Capture;
  refunds: Refund;
  requestIds: IdempotencyRecord;
  tokens: AccessToken;
  events: WebhookEvent;
}
type TableName = keyof Tables;

/** All data of the sandbox. */
export interface Store {
  /** Returns a copy; changes take effect with `put`. */
  get<T extends TableName>(table: T, id: string): Tables[T] | undefined;
  /** Like `get`. @throws PaypalError 404 */
  require<T extends TableName>(table: T, id: string): Tables[T];
  /** Oldest first. */
  all<T extends TableName>(table: T): Tables[T][];
  /** Inserts a record or replaces the one with the same id. */
  put<T extends TableName>(table: T, record: Tables[T]): void;
  /** Deletes the records of the given tables, or of all. */
  clear(...tables: TableName[]): void;
}

/** Opens the store. @param file persists the data; without it, data is only in memory */
export function openStore(file?: string): Store {
  const tables = new Map<TableName, Map<string, { id: string }>>();
  const table = (name: TableName) => {
    const known = tables.get(name) ?? new Map<string, { id: string }>();
    tables.set(name, known);
    return known;
  };
  const lines = () =>
    [...tables].flatMap(([name, records]) =>
      [...records.values()].map((record) => ({ table: name, record })),
    );

  const journal = file === undefined ? undefined : openJournal(file);
  for (const { table: name, record } of (journal?.lines ?? []) as {
    table: TableName;
    record: { id: string };
  }[])
    table(name).set(record.id, record);
  // Compaction: one line per record, so that the file does not grow with every start.
  journal?.rewrite(lines());

  const get = <T extends TableName>(name: T, id: string) =>
    structuredClone(table(name).get(id)) as Tables[T] | undefined;

  return {
    get,
    require(name, id) {
      const record = get(name, id);
      if (record === undefined) throw resourceNotFound();
      return record;
    },
    all: <T extends TableName>(name: T) => structuredClone([...table(name).values()]) as Tables[T][],
    put(name, record) {
      table(name).set(record.id, structuredClone(record));
      journal?.append({ table: name, record });
    },
    clear(...names) {
      for (const name of names.length > 0 ? names : tables.keys()) tables.get(name)?.clear();
      journal?.rewrite(lines());
    },
  };
}

const toJsonLines = (lines: readonly unknown[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

function parseLine(line: string): unknown[] {
  try {
    return [JSON.parse(line)];
  } catch {
    // The process was killed while writing the last line.
    return [];
  }
}

/** Opens a journal; empty when the file does not exist. */
function openJournal(file: string) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return {
    /** The lines at the time of opening. */
    lines: text.split('\n').flatMap((line) => (line === '' ? [] : parseLine(line))),
    /** Written when this returns, before the response is sent. */
    append: (line: unknown): void => appendFileSync(file, toJsonLines([line]), { mode: 0o600 }),
    /** Replaces all lines. */
    rewrite(lines: readonly unknown[]): void {
      writeFileSync(`${file}.new`, toJsonLines(lines), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}
