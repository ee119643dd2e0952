import type { Connection, mongo } from 'mongoose';

/** What MongoDB notes of a command it has run. */
export interface ProfiledCommand {
  readonly op: string;
  readonly ns: string;
  readonly command: Readonly<Record<string, unknown>>;
  readonly planSummary?: string;
  readonly hasSortStage?: boolean;
  readonly docsExamined?: number;
}

const operations = ['query', 'command', 'getmore', 'update', 'remove'];

/**
 * Lets MongoDB note how the commands on some collections of a database are run, to show that an index serves them.
 *
 * @param collections their names
 * @returns `captureReads(work)`, giving the commands that looked for documents meanwhile; call `end` before the database
 * is dropped
 */
export async function createQueryProfiler(connection: Connection, collections: readonly string[]) {
  const { db } = connection;
  if (!db) throw new Error('Not connected');
  const profile: mongo.Collection<ProfiledCommand & { ts: Date }> = await db.createCollection(
    'system.profile',
    {
      capped: true,
      size: 64 * 1024 * 1024,
    },
  );
  return {
    async captureReads(work: () => Promise<unknown>): Promise<ProfiledCommand[]> {
      const since = new Date();
      await db.command({ profile: 2 });
      await work();
      await db.command({ profile: 0 });
      const captured = await profile.find({ ts: { $gte: since } }).toArray();
      const names = collections.map((name) => `${db.databaseName}.${name}`);
      return captured.filter(({ op, ns }) => operations.includes(op) && names.includes(ns));
    },

    async stop(): Promise<void> {
      await db.command({ profile: 0 });
    },
  };
}
export type QueryProfiler = Awaited<ReturnType<typeof createQueryProfiler>>;

/** Whether a command went through a collection from end to end, or sorted what it found. */
export function isScanOrSort({ planSummary = '', hasSortStage = false }: ProfiledCommand): boolean {
  return hasSortStage || !/^(IXSCAN|IDHACK|COUNT_SCAN)/.test(planSummary) || planSummary.includes('COLLSCAN');
}

/** A short form of how a command was run, for a readable failure. */
export function summarizeCommand({ ns, planSummary, hasSortStage, docsExamined, command }: ProfiledCommand) {
  return {
    command: `${Object.keys(command)[0]} ${ns.split('.').pop()} ${JSON.stringify(command).slice(0, 300)}`,
    planSummary,
    hasSortStage,
    docsExamined,
  };
}

/**
 * Every combination of query parameters, as `&name=value&…`; an empty value leaves the parameter out.
 *
 * @param fields the values to try, by name
 */
export function queryCombinations(fields: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(fields).reduce<string[]>(
    (queries, [name, values]) =>
      queries.flatMap((query) => values.map((value) => (value ? `${query}&${name}=${value}` : query))),
    [''],
  );
}
