import { createHash } from 'node:crypto';
import {
  type ApiKey,
  apiKeyEvent,
  apiKeyPrefixLength,
  type apiKeysRecordUsage,
  type BodyOf,
} from '@khmer-learning/contracts';
import {
  ApiError,
  conflict,
  nextId,
  notFound,
  type RequestContext,
  type Service,
  type Transaction,
  transact,
} from '@khmer-learning/service-kit';
import { createUserNameLookup, type UserDisplayInfo } from '../users/user-name-lookup.ts';
import type { ApiKeyModel, ApiKeyRow } from './api-key.model.ts';

/** API keys of external apps. Each admin has at most one active key. Only its SHA-256 is stored. */
export interface ApiKeyService {
  /** Every admin's active key, newest first. */
  list(): Promise<ApiKey[]>;
  /**
   * Registers a key and revokes the owner's earlier one.
   *
   * @throws ApiError 409 when this key was registered before, also if it is revoked
   */
  create(context: RequestContext, userId: number, key: string): Promise<ApiKey>;
  /** @throws ApiError 404 when there is no active key with this id */
  revoke(context: RequestContext, id: number): Promise<void>;
  /** Revokes the user's active key, if there is one, within the caller's transaction. */
  revokeAllOf(tx: Transaction, userId: number): Promise<void>;
  /** The id of the active key with this SHA-256 (hex), or null. */
  check(keyHash: string): Promise<number | null>;
  /**
   * Stores when keys were last used. A time in the future counts as now.
   *
   * @returns how many of the keys are still active
   * @throws ApiError 400 when a time is not a date
   */
  recordUse(used: BodyOf<typeof apiKeysRecordUsage>['used']): Promise<number>;
}

/** The event versions of a key: 1 when it is registered, 2 when it is revoked. Nothing else about it changes. */
const versions = { registered: 1, revoked: 2 } as const;

/** Creates the API key service. Changes emit `api-key` events and audit records. */
export function createApiKeyService(
  service: Pick<Service, 'connection' | 'relay'>,
  keys: ApiKeyModel,
): ApiKeyService {
  const findUserNames = createUserNameLookup(service.connection);

  async function revokeActiveKey(
    tx: Transaction,
    active: { _id: number } | { userId: number },
  ): Promise<boolean> {
    const revoked = await keys
      .findOneAndUpdate(
        { ...active, revokedAt: null },
        { $set: { revokedAt: new Date() } },
        { session: tx.session },
      )
      .lean<ApiKeyRow>();
    if (revoked) {
      tx.emitDeleted(apiKeyEvent, { id: revoked._id, version: versions.revoked });
      tx.audit(apiKeyEvent, { action: 'key-revoked', id: revoked._id, title: keyTitle(revoked) });
    }
    return revoked !== null;
  }

  return {
    async list() {
      const rows = await keys.find({ revokedAt: null }).sort({ _id: -1 }).lean<ApiKeyRow[]>();
      const names = await findUserNames(rows.map(({ userId }) => userId));
      return rows.map((row) => toApiKey(row, names));
    },

    async create(context, userId, key) {
      const keyHash = createHash('sha256').update(key).digest('hex');
      const id = await nextId(service.connection, 'api-key');
      const { result } = await transact(service, context, async (tx) => {
        if (await keys.exists({ keyHash }).session(tx.session)) throw keyInUseError();
        const row: ApiKeyRow = {
          _id: id,
          userId,
          keyHash,
          prefix: key.slice(0, apiKeyPrefixLength),
          createdAt: new Date(),
          lastUsedAt: null,
          revokedAt: null,
        };
        const createdAt = row.createdAt.toISOString();
        tx.emitChanged(apiKeyEvent, {
          id,
          version: versions.registered,
          state: { id, userId, keyHash, createdAt },
        });
        await revokeActiveKey(tx, { userId });
        await keys.create([row], { session: tx.session });
        tx.audit(apiKeyEvent, { action: 'key-created', id, title: keyTitle(row) });
        return row;
      });
      return toApiKey(result, await findUserNames([userId]));
    },

    async revoke(context, id) {
      await transact(service, context, async (tx) => {
        if (!(await revokeActiveKey(tx, { _id: id }))) throw notFound('API key');
      });
    },

    async revokeAllOf(tx, userId) {
      await revokeActiveKey(tx, { userId });
    },

    async check(keyHash) {
      const key = await keys.findOne({ keyHash, revokedAt: null }, { _id: 1 }).lean<Pick<ApiKeyRow, '_id'>>();
      return key?._id ?? null;
    },

    async recordUse(used) {
      if (used.length === 0) return 0;
      const now = new Date();
      const result = await keys.bulkWrite(
        used.map(({ id, at }) => ({
          updateOne: {
            filter: { _id: id, revokedAt: null },
            update: { $max: { lastUsedAt: parseDateUpTo(now, at) } },
          },
        })),
        { ordered: false },
      );
      return result.matchedCount;
    },
  };
}

/** The title of a key in the audit log. It contains no part of the key itself. */
function keyTitle({ userId }: Pick<ApiKeyRow, 'userId'>): string {
  return `API key of user ${userId}`;
}

function keyInUseError(): ApiError {
  return conflict('This API key is already registered');
}

function parseDateUpTo(now: Date, text: string): Date {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new ApiError(400, 'Invalid date');
  return at < now ? at : now;
}

function toApiKey(row: ApiKeyRow, names: ReadonlyMap<number, UserDisplayInfo>): ApiKey {
  return {
    id: row._id,
    userId: row.userId,
    userName: names.get(row.userId)?.name ?? '',
    prefix: row.prefix,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
