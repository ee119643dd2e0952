import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { learnerTokenOptions, refreshTokenLifetimeSeconds } from '@khmer-learning/contracts';
import { modelOf, type Transaction } from '@khmer-learning/service-kit';
import { type Connection, Schema } from 'mongoose';
import type { Account } from '../users/account-repository.ts';

/** One sign-in of a learner's app that can get new tokens: the family of its refresh tokens (RFC 9700, 4.14.2). */
interface RefreshFamilyRow {
  /** The id (`jti`) of all access tokens of the family. */
  _id: string;
  userId: number;
  /** SHA-256 (hex) of the only refresh token that can be used. */
  tokenHash: string;
  /** The epoch of the user's sessions at sign-in. When it is raised, the family ends. */
  epoch: number;
  /** When the last access token of the family has expired. */
  accessExpiresAt: Date;
  usedAt: Date;
  /** When the refresh token expires. MongoDB deletes the row after this time. */
  expiresAt: Date;
}

const refreshFamilySchema = new Schema<RefreshFamilyRow>(
  {
    _id: { type: String, required: true },
    userId: { type: Number, required: true },
    tokenHash: { type: String, required: true },
    epoch: { type: Number, required: true },
    accessExpiresAt: { type: Date, required: true },
    usedAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'refresh_families', versionKey: false },
)
  .index({ userId: 1, usedAt: -1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const refreshFamilyModel = modelOf('RefreshFamily', refreshFamilySchema);

/** Most families of one user. Beyond it, the one that was unused for the longest time can no longer be refreshed. */
const maxFamiliesPerUser = 20;
const secretBytes = 32;
/** The access token is signed after the family is stored, so it expires later by at most this. */
const maxSigningDelaySeconds = 60;

/** The refresh tokens of learners' apps. */
export type RefreshFamilies = ReturnType<typeof createRefreshFamilies>;

/** Creates the refresh tokens on their collection. A token is `<family id>.<256 random bits>`. */
export function createRefreshFamilies(connection: Connection) {
  const families = refreshFamilyModel(connection);
  return {
    /** Starts a family in the transaction of a sign-in, which also writes the user. @returns its id and first token */
    async start({ session }: Transaction, { _id: userId, sessions }: Pick<Account, '_id' | 'sessions'>) {
      const id = randomUUID();
      const refreshToken = createRefreshToken(id);
      const row = { _id: id, userId, epoch: sessions.epoch, ...usedNow(refreshToken), ...accessFromNow() };
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

    /** The unexpired family that issued a token, now or earlier; undefined for any other text. */
    async findByToken(refreshToken: string) {
      const [id = ''] = refreshToken.split('.');
      const row = await families
        .findOne({ _id: id, expiresAt: { $gt: new Date() } })
        .lean<RefreshFamilyRow>();
      return row ?? undefined;
    },

    /** Replaces the family's token, once, also for concurrent calls. @returns undefined unless it is the current one */
    async rotate(id: string, refreshToken: string) {
      const next = createRefreshToken(id);
      const { modifiedCount } = await families.updateOne(
        { _id: id, tokenHash: hashOf(refreshToken) },
        { $set: usedNow(next), $max: accessFromNow() },
      );
      return modifiedCount === 1 ? next : undefined;
    },

    /** Deletes a family. @returns when its last access token expires; undefined when there is none */
    async end({ session }: Transaction, id: string) {
      const ended = await families.findOneAndDelete({ _id: id }, { session }).lean<RefreshFamilyRow>();
      return ended?.accessExpiresAt;
    },

    /** Those of a user that can be refreshed, the last used first. @param epoch the present one of the user's sessions */
    listOf: (userId: number, epoch: number) =>
      families
        .find({ userId, epoch, expiresAt: { $gt: new Date() } }, { usedAt: 1, expiresAt: 1 })
        .sort({ usedAt: -1 })
        .limit(maxFamiliesPerUser)
        .lean<Pick<RefreshFamilyRow, 'usedAt' | 'expiresAt'>[]>(),

    async endAllOf({ session }: Transaction, userId: number) {
      await families.deleteMany({ userId }, { session });
    },
  };
}

/** The fields of a family whose current token is used from now on. */
const usedNow = (refreshToken: string) => ({
  tokenHash: hashOf(refreshToken),
  usedAt: new Date(),
  expiresAt: secondsFromNow(refreshTokenLifetimeSeconds),
});

const accessFromNow = () => ({
  accessExpiresAt: secondsFromNow(learnerTokenOptions.lifetimeSeconds + maxSigningDelaySeconds),
});

function createRefreshToken(familyId: string): string {
  return `${familyId}.${randomBytes(secretBytes).toString('base64url')}`;
}

function hashOf(refreshToken: string): string {
  return createHash('sha256').update(refreshToken).digest('hex');
}

function secondsFromNow(seconds: number): Date {
  return new Date(Date.now() + seconds * 1_000);
}
