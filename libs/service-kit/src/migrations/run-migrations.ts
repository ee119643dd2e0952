import { setTimeout as delay } from 'node:timers/promises';
import type { Connection, mongo } from 'mongoose';
import type { Logger } from 'pino';
import type { BaseConfig } from '../config/config.ts';
import { createMissingCollections } from '../mongo/create-missing.ts';
import { isDuplicateKey } from '../mongo/mongo-errors.ts';
import { acquireLease, type JobRow, type Lease, LeaseLostError } from '../outbox/lease.ts';
import type { TransactDeps } from '../outbox/transact.ts';

/** A numbered step that changes stored data once per database. */
export interface Migration<C extends BaseConfig = BaseConfig> {
  /** The name of its file: `0001-positions`. It never changes, because databases store which steps they have had. */
  readonly name: string;
  /**
   * Changes the data. It must be idempotent: it runs again from the start after a killed process, and while a paused
   * one still runs it. Instances of the previous release serve requests at the same time, so it may add what they
   * ignore and must not remove or change what they need. It uses collections, not models, which later releases change.
   */
  up(connection: Connection, config: C): Promise<void>;
}

/** Collection of the migrations of a database. */
export const migrationsCollection = 'migrations';

interface MigrationRow extends JobRow {
  /** null until it has run. */
  finishedAt: Date | null;
}

const defaultSettings = { leaseMs: 7_000, pollMs: 250 };
const renewalsPerLease = 3;

/**
 * Runs the migrations that the database has not had, one after the other. Of several instances that start at the same
 * time, one runs a step under a lease and the others wait; when its process is killed, another one takes over.
 *
 * @param migrations all of the service, in the order of their numbers, which begin at 0001 and have no gaps
 * @throws Error for a wrong number; the error of a step, which the next start repeats
 */
export async function runMigrations<C extends BaseConfig>(
  deps: TransactDeps & { readonly logger: Logger; readonly config: C },
  migrations: readonly Migration<C>[],
  settings: Partial<typeof defaultSettings> = {},
): Promise<void> {
  const { connection, config, logger } = deps;
  const { leaseMs, pollMs } = { ...defaultSettings, ...settings };
  const rows = connection.collection<MigrationRow>(migrationsCollection);
  assertNumbered(migrations);
  if (migrations.length === 0) return;

  await createMissingCollections(
    connection,
    new Map([[migrationsCollection, () => connection.createCollection(migrationsCollection)]]),
  );
  const stored = await rows.find().toArray();
  const finished = new Set(stored.flatMap(({ _id, finishedAt }) => (finishedAt ? [_id] : [])));
  for (const migration of migrations) if (!finished.has(migration.name)) await runOrWait(migration);

  async function runOrWait(migration: Migration<C>): Promise<void> {
    const { name } = migration;
    const dueFilter: mongo.Filter<MigrationRow> = { _id: name, finishedAt: null };
    await rows.insertOne({ _id: name, finishedAt: null }).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
    });
    while (await rows.findOne(dueFilter)) {
      const lease = await acquireLease<MigrationRow>(deps, {
        collection: migrationsCollection,
        dueFilter: dueFilter as mongo.Filter<JobRow>,
        leaseMs,
      });
      if (lease) await runUnderLease(migration, lease);
      else await delay(pollMs);
    }
  }

  async function runUnderLease(migration: Migration<C>, lease: Lease<MigrationRow>): Promise<void> {
    const { name } = migration;
    const renewal = setInterval(() => {
      // The last write of the lease reports that it is lost.
      lease.update({}).catch(() => undefined);
    }, leaseMs / renewalsPerLease);
    try {
      logger.info({ migration: name }, 'Migration started');
      await migration.up(connection, config);
      clearInterval(renewal);
      await lease.update({ $set: { finishedAt: new Date() } });
      await lease.release();
      logger.info({ migration: name }, 'Migration finished');
    } catch (error) {
      clearInterval(renewal);
      // Another instance has taken over: this one waits for it.
      if (error instanceof LeaseLostError) return;
      // The lease expires by itself, and the error of the step is what matters.
      await lease
        .recordFailure(error)
        .then(() => lease.release())
        .catch(() => undefined);
      throw error;
    }
  }
}

function assertNumbered(migrations: readonly Pick<Migration, 'name'>[]): void {
  for (const [index, { name }] of migrations.entries()) {
    const number = String(index + 1).padStart(4, '0');
    if (!name.startsWith(`${number}-`))
      throw new Error(`The name of migration ${name} must begin with ${number}-`);
  }
}
