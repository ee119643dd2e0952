import { randomUUID } from 'node:crypto';
import type { ImportState, TransferKind } from '@khmer-learning/contracts';
import type { ClientSession, UpdateQuery } from 'mongoose';
import type { ImportCollections, StoredImport } from './import.model.ts';

/** After so long without a sign of life somebody else goes on with the work. */
const heldForMs = 10_000;
const renewEveryMs = 2_500;

/** Somebody else works on the import, or it was discarded. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** The right to work on an import, alone. Every write to it says so, and fails once the right has gone to another. */
export interface ImportLease {
  readonly found: StoredImport;
  /**
   * Changes the import, and keeps the right for longer.
   *
   * @param where what must still be so
   * @returns the import as it is now
   * @throws LeaseLost
   */
  update(
    change: UpdateQuery<StoredImport>,
    where?: Partial<StoredImport>,
    session?: ClientSession,
  ): Promise<StoredImport>;
  /** Renews it from time to time. @returns ends that */
  keepRenewing(): () => void;
  /** Lets others have it at once. */
  release(): Promise<void>;
}

const working: readonly ImportState[] = ['checking', 'applying', 'undoing'];

/** The right to work on the oldest import of these kinds that nobody works on; undefined when there is none. */
export async function takeImport(
  { imports }: ImportCollections,
  kinds: readonly TransferKind[],
): Promise<ImportLease | undefined> {
  const holder = randomUUID();
  const until = () => new Date(Date.now() + heldForMs);
  const found = await imports
    .findOneAndUpdate(
      { state: { $in: working }, kind: { $in: kinds }, heldUntil: { $lt: new Date() } },
      { $set: { holder, heldUntil: until() } },
      { sort: { _id: 1 }, new: true },
    )
    .lean<StoredImport>();
  if (!found) return undefined;
  const { _id } = found;

  const lease: ImportLease = {
    found,

    async update({ $set, ...change }, where = {}, session) {
      const now = new Date();
      const updated = await imports
        .findOneAndUpdate(
          { ...where, _id, holder },
          { ...change, $set: { ...$set, heldUntil: until(), updatedAt: now } },
          { new: true, session: session ?? null },
        )
        .lean<StoredImport>();
      if (!updated) throw new LeaseLost();
      return updated;
    },

    keepRenewing() {
      const timer = setInterval(() => {
        imports.updateOne({ _id, holder }, { $set: { heldUntil: until() } }).catch(() => undefined);
      }, renewEveryMs);
      return () => clearInterval(timer);
    },

    async release() {
      await imports.updateOne({ _id, holder }, { $set: { holder: null, heldUntil: new Date(0) } });
    },
  };
  return lease;
}
