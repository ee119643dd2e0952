import { openJournal } from './journal.ts';
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

interface JournalLine {
  table: TableName;
  record: { id: string };
}

/** Everything the sandbox remembers. */
export interface Store {
  /** A copy: what is done to it counts once it is put. */
  get<T extends TableName>(table: T, id: string): Tables[T] | undefined;
  /** Oldest first. */
  all<T extends TableName>(table: T): Tables[T][];
  /** Writes a record, anew or over the one with its id. */
  put<T extends TableName>(table: T, record: Tables[T]): void;
  /** Forgets the records of the tables that are named, or all. */
  clear(...tables: TableName[]): void;
}

/**
 * Opens the store.
 * @param file keeps everything beyond the process's end; without one all is in memory
 */
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
  for (const { table: name, record } of (journal?.lines ?? []) as JournalLine[])
    table(name).set(record.id, record);
  // One line per record from here on: the file does not grow from start to start.
  journal?.rewrite(lines());

  return {
    get<T extends TableName>(name: T, id: string) {
      const record = table(name).get(id);
      return record === undefined ? undefined : (structuredClone(record) as Tables[T]);
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
