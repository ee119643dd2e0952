import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { learnerTokenOptions, refreshTokenLifetimeSeconds } from '@khmer-learning/contracts';
import type { Transaction } from '@khmer-learning/service-kit';
import type { Account } from '../users/account-repository.ts';
import type { RefreshFamilyModel, RefreshFamilyRow } from './refresh-family.model.ts';

/** Most families of one user. Beyond it, the one that was unused for the longest time can no longer be refreshed. */
const maxFamiliesPerUser = 20;
const secretBytes = 32;
/** The access token is signed after the family is stored, so it expires later by at most this. */
const maxSigningDelaySeconds = 60;

/** The refresh tokens of learners' apps. */
export interface RefreshFamilies {
  /** Starts a family in the transaction of a sign-in, which also writes the user. @returns its id and first token */
  start(
    tx: Transaction,
    account: Pick<Account, '_id' | 'sessions'>,
  ): Promise<{ id: string; refreshToken: string }>;
  /** The unexpired family that issued a token, now or earlier; undefined for any other text. */
  findByToken(refreshToken: string): Promise<RefreshFamilyRow | undefined>;
  /**
   * Replaces the family's token by a new one. Of concurrent calls with the same token, one succeeds.
   *
   * @returns the new token; undefined when the given one is not the family's current token
   */
  rotate(id: string, refreshToken: string): Promise<string | undefined>;
  /** Deletes a family. @returns when its last access token expires; undefined when there is none */
  end(tx: Transaction, id: string): Promise<Date | undefined>;
  /** Those of a user that can be refreshed, the last used first. @param epoch the present one of the user's sessions */
  listOf(userId: number, epoch: number): Promise<Pick<RefreshFamilyRow, 'usedAt' | 'expiresAt'>[]>;
  /** Deletes all families of a user. */
  endAllOf(tx: Transaction, userId: number): Promise<void>;
}

/** Creates the refresh tokens on their collection. A token is `<family id>.<256 random bits>`. */
export function createRefreshFamilies(families: RefreshFamilyModel): RefreshFamilies {
  return {
    async start({ session }, { _id: userId, sessions }) {
      const id = randomUUID();
      const refreshToken = createRefreshToken(id);
      const row: RefreshFamilyRow = {
        _id: id,
        userId,
        tokenHash: hashOf(refreshToken),
        epoch: sessions.epoch,
        accessExpiresAt: secondsFromNow(learnerTokenOptions.lifetimeSeconds + maxSigningDelaySeconds),
        usedAt: new Date(),
        expiresAt: secondsFromNow(refreshTokenLifetimeSeconds),
      };
      await families.create([row], { session });
      // Concurrent sign-ins write the same user, so that each one sees the families of the others. Each deletes the excess,
      // so there is at most one.
      const excess = await families
        .find({ userId }, { _id: 1 }, { session, skip: maxFamiliesPerUser })
        .sort({ usedAt: -1 })
        .lean<Pick<RefreshFamilyRow, '_id'>[]>();
      if (excess.length > 0)
        await families.deleteMany({ _id: { $in: excess.map(({ _id }) => _id) } }, { session });
      return { id, refreshToken };
    },

    async findByToken(refreshToken) {
      const [id = ''] = refreshToken.split('.');
      const row = await families
        .findOne({ _id: id, expiresAt: { $gt: new Date() } })
        .lean<RefreshFamilyRow>();
      return row ?? undefined;
    },

    async rotate(id, refreshToken) {
      const next = createRefreshToken(id);
      const { modifiedCount } = await families.updateOne(
        { _id: id, tokenHash: hashOf(refreshToken) },
        {
          $set: {
            tokenHash: hashOf(next),
            usedAt: new Date(),
            expiresAt: secondsFromNow(refreshTokenLifetimeSeconds),
          },
          $max: {
            accessExpiresAt: secondsFromNow(learnerTokenOptions.lifetimeSeconds + maxSigningDelaySeconds),
          },
        },
      );
      return modifiedCount === 1 ? next : undefined;
    },

    async end({ session }, id) {
      const ended = await families.findOneAndDelete({ _id: id }, { session }).lean<RefreshFamilyRow>();
      return ended?.accessExpiresAt;
    },

    listOf(userId, epoch) {
      return families
        .find({ userId, epoch, expiresAt: { $gt: new Date() } }, { usedAt: 1, expiresAt: 1 })
        .sort({ usedAt: -1 })
        .limit(maxFamiliesPerUser)
        .lean<Pick<RefreshFamilyRow, 'usedAt' | 'expiresAt'>[]>();
    },

    async endAllOf({ session }, userId) {
      await families.deleteMany({ userId }, { session });
    },
  };
}

function createRefreshToken(familyId: string): string {
  return `${familyId}.${randomBytes(secretBytes).toString('base64url')}`;
}

function hashOf(refreshToken: string): string {
  return createHash('sha256').update(refreshToken).digest('hex');
}

function secondsFromNow(seconds: number): Date {
  return new Date(Date.now() + seconds * 1_000);
}
