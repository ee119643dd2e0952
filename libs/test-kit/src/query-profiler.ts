import type { Connection, mongo } from 'mongoose';

/** A command in MongoDB's profile. */
export interface ProfiledCommand {
  readonly op: string;
  readonly ns: string;
  readonly command: Readonly<Record<string, unknown>>;
  /** The query of a `getMore`. */
  readonly originatingCommand?: Readonly<Record<string, unknown>>;
  readonly planSummary?: string;
  readonly hasSortStage?: boolean;
  readonly docsExamined?: number;
  readonly keysExamined?: number;
}

const operations = ['query', 'command', 'getmore', 'update', 'remove'];

/**
 * Profiles the commands on some collections of a database, to test that an index supports them.
 *
 * @param collections their names
 * @returns `captureReads(work)`, which returns the queries run by `work`, without those in the background; call `stop` before the next profiler of this database and before dropping it
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
      return captured.filter(
        (one) =>
          operations.includes(one.op) &&
          names.includes(one.ns) &&
          !isBackgroundRead(one) &&
          !('killCursors' in one.command),
      );
    },

    /** Ends profiling; the database can be profiled again. */
    async stop(): Promise<void> {
      await db.command({ profile: 0 });
      await profile.drop();
    },
  };
}
export type QueryProfiler = Awaited<ReturnType<typeof createQueryProfiler>>;

/** Whether a service read what it owns to publish it again, which it does at its first start, or the ids of frequent words. */
function isBackgroundRead({ command, originatingCommand = command }: ProfiledCommand): boolean {
  return ['republication', 'background'].includes(String(originatingCommand.comment));
}

/** Whether a command scanned a collection or sorted in memory. The stored number of documents (`COUNT`) is no scan. */
export function isScanOrSort({ planSummary = '', hasSortStage = false }: ProfiledCommand): boolean {
  return (
    hasSortStage ||
    !/^(IXSCAN|DISTINCT_SCAN|IDHACK|COUNT_SCAN|COUNT$|RECORD_STORE_FAST_COUNT)/.test(planSummary) ||
    planSummary.includes('COLLSCAN')
  );
}

/** A short summary of a command's execution, for readable test failures. */
export function summarizeCommand(profiled: ProfiledCommand) {
  const { ns, planSummary, hasSortStage, docsExamined, keysExamined, command } = profiled;
  return {
    command: `${Object.keys(command)[0]} ${ns.split('.').pop()} ${JSON.stringify(command).slice(0, 300)}`,
    planSummary,
    hasSortStage,
    docsExamined,
    keysExamined,
  };
}

type QueryFields = Readonly<Record<string, readonly string[]>>;

/**
 * Combinations of query parameters as `&name=value&…`; an empty value omits the parameter. `npm test` gets some of them, in
 * which each two values occur together at least once; `npm run test:full` gets all.
 *
 * @param fields the values to try, by name
 */
export function queryCombinations(fields: QueryFields): string[] {
  const all = combine(Object.values(fields));
  const names = Object.keys(fields);
  return depth(
    coverPairs,
    (every: readonly string[][]) => every,
  )(all).map((values) => values.map((value, index) => (value ? `&${names[index]}=${value}` : '')).join(''));
}

function combine(fields: readonly (readonly string[])[]): string[][] {
  return fields.reduce<string[][]>(
    (found, values) => found.flatMap((before) => values.map((value) => [...before, value])),
    [[]],
  );
}

/** Takes the combination with the most pairs that no earlier one had, until there is none left. */
function coverPairs(all: readonly string[][]): readonly string[][] {
  if ((all[0]?.length ?? 0) < 2) return all;
  const pairsOf = (values: readonly string[]) =>
    values.flatMap((one, first) =>
      values.slice(first + 1).map((other, index) => `${first} ${one} ${first + 1 + index} ${other}`),
    );
  const left = new Set(all.flatMap(pairsOf));
  const chosen: string[][] = [];
  while (left.size > 0) {
    const newPairs = (values: readonly string[]) => pairsOf(values).filter((pair) => left.has(pair)).length;
    const best = all.reduce((one, other) => (newPairs(other) > newPairs(one) ? other : one));
    for (const pair of pairsOf(best)) left.delete(pair);
    chosen.push(best);
  }
  return chosen;
}
