import { createHash } from 'node:crypto';
import {
  type ApiKey,
  type ApiKeyRights,
  apiKeyEvent,
  apiKeyLimits,
  apiKeyPrefixLength,
  type apiKeysCreate,
  type apiKeysUpdate,
  type BodyOf,
  defaultApiKeySettings,
  maxUnpagedRows,
} from '@khmer-learning/contracts';
import {
  ApiError,
  changedFields,
  conflict,
  nextId,
  notFound,
  type RequestContext,
  type Service,
  type Transaction,
  transact,
} from '@khmer-learning/service-kit';
import { createUserNameLookup, type UserDisplayInfo } from '../users/user-name-lookup.ts';
import { type ApiKeyRow, apiKeyModel } from './api-key.model.ts';
import { type ApiKeyUse, createApiKeyUsage } from './api-key-usage.ts';

/** API keys of external apps. An admin may have several. Only the SHA-256 of a key is stored. */
export type ApiKeyService = ReturnType<typeof createApiKeyService>;

/** Creates the API key service. Changes emit `api-key` events and audit records. */
export function createApiKeyService(service: Service) {
  const keys = apiKeyModel(service.connection);
  const usage = createApiKeyUsage(service.connection, service.config.TIME_ZONE);
  const findUserNames = createUserNameLookup(service.connection);

  async function revokeActiveKey(
    tx: Transaction,
    active: { readonly _id?: number; readonly userId?: number; readonly name?: null },
  ): Promise<ApiKeyRow | null> {
    const revoked = await keys
      .findOneAndUpdate(
        { ...active, revokedAt: null },
        { $set: { revokedAt: new Date() } },
        { session: tx.session },
      )
      .lean<ApiKeyRow>();
    if (revoked) {
      tx.emitDeleted(apiKeyEvent, { id: revoked._id, version: versionOf(revoked) + 1 });
      tx.audit(apiKeyEvent, { action: 'key-revoked', id: revoked._id, title: keyTitle(revoked) });
    }
    return revoked;
  }

  /** Revokes the key that a new one replaces. Without `replaces` and a name that is the owner's key without a name. */
  async function revokeReplaced(
    tx: Transaction,
    userId: number,
    { replaces, name }: Pick<BodyOf<typeof apiKeysCreate>, 'replaces' | 'name'>,
  ): Promise<ApiKeyRow | null> {
    if (replaces === undefined)
      return name === undefined ? revokeActiveKey(tx, { userId, name: null }) : null;
    const replaced = await revokeActiveKey(tx, { _id: replaces, userId });
    if (!replaced) throw notFound('API key');
    return replaced;
  }

  return {
    /** The keys of all admins that are not revoked, newest first. */
    async list() {
      const rows = await keys
        .find({ revokedAt: null })
        .sort({ _id: -1 })
        .limit(maxUnpagedRows)
        .lean<ApiKeyRow[]>();
      const names = await findUserNames(rows.map(({ userId }) => userId));
      return rows.map((row) => toApiKey(row, names));
    },

    /**
     * Registers a key and revokes the one that it replaces. @throws ApiError 409 when it was registered before or the owner has
     * 50 keys; 404 when the key to replace is not an active one of the owner; 400 for an expiry in the past
     */
    async create(
      context: RequestContext,
      userId: number,
      { key, replaces, ...settings }: BodyOf<typeof apiKeysCreate>,
    ) {
      rejectPastExpiry(settings);
      const keyHash = createHash('sha256').update(key).digest('hex');
      const id = await nextId(service.connection, 'api-key');
      const { result } = await transact(service, context, async (tx) => {
        if (await keys.exists({ keyHash }).session(tx.session)) throw keyInUseError();
        const replaced = await revokeReplaced(tx, userId, { replaces, name: settings.name });
        const active = await keys.countDocuments({ userId, revokedAt: null }).session(tx.session);
        if (active >= apiKeyLimits.perAdmin)
          throw conflict(`You have ${apiKeyLimits.perAdmin} API keys. Revoke one first.`);
        const row: Required<ApiKeyRow> = {
          _id: id,
          userId,
          keyHash,
          prefix: key.slice(0, apiKeyPrefixLength),
          ...withSettings(replaced && withoutPastExpiry(replaced), settings),
          version: 1,
          createdAt: new Date(),
          lastUsedAt: null,
          revokedAt: null,
        };
        tx.emitChanged(apiKeyEvent, { id, version: row.version, state: toEventState(row) });
        await keys.create([row], { session: tx.session });
        tx.audit(apiKeyEvent, { action: 'key-created', id, title: keyTitle(row) });
        return row;
      });
      return toApiKey(result, await findUserNames([userId]));
    },

    /** @throws ApiError 404 when there is no active key with this id, 400 for an expiry in the past */
    async update(context: RequestContext, id: number, settings: BodyOf<typeof apiKeysUpdate>) {
      rejectPastExpiry(settings);
      const { result } = await transact(service, context, async (tx) => {
        const before = await keys.findOne({ _id: id, revokedAt: null }).session(tx.session).lean<ApiKeyRow>();
        if (!before) throw notFound('API key');
        const version = versionOf(before) + 1;
        const change = { ...withSettings(before, settings), version };
        const row = { ...before, ...change };
        const fields = changedFields(toEventState(before), toEventState(row));
        if (fields.length === 0) return before;
        await keys.updateOne({ _id: id }, { $set: change }, { session: tx.session });
        tx.emitChanged(apiKeyEvent, { id, version, state: toEventState(row) });
        tx.audit(apiKeyEvent, { action: 'key-changed', id, title: keyTitle(row), fields });
        return row;
      });
      return toApiKey(result, await findUserNames([result.userId]));
    },

    /** @throws ApiError 404 when there is no active key with this id */
    async revoke(context: RequestContext, id: number) {
      await transact(service, context, async (tx) => {
        if (!(await revokeActiveKey(tx, { _id: id }))) throw notFound('API key');
      });
    },

    /** Revokes the user's active keys within the caller's transaction. */
    async revokeAllOf(tx: Transaction, userId: number) {
      let revoked: ApiKeyRow | null;
      do revoked = await revokeActiveKey(tx, { userId });
      while (revoked);
    },

    /** The id and the rights of the active key with this SHA-256 (hex); the id is null when there is none. */
    async check(keyHash: string) {
      const key = await keys.findOne({ keyHash, revokedAt: null }).lean<ApiKeyRow>();
      return { id: key?._id ?? null, rights: toRights(key ?? {}) };
    },

    /**
     * Stores when and how often keys were used; a time in the future counts as now. @returns how many are still active
     * @throws ApiError 400 when a time is not a date
     */
    async recordUse(used: readonly ApiKeyUse[]) {
      if (used.length === 0) return 0;
      const now = new Date();
      const dated = used.map((use) => ({ ...use, at: parseDateUpTo(now, use.at) }));
      const result = await keys.bulkWrite(
        dated.map(({ id, at }) => ({
          updateOne: { filter: { _id: id, revokedAt: null }, update: { $max: { lastUsedAt: at } } },
        })),
        { ordered: false },
      );
      await usage.add(dated);
      return result.matchedCount;
    },

    /** The use of a key per day, also of a revoked one. @throws ApiError 404 when there never was such a key */
    async usage(id: number, days: number) {
      if (!(await keys.exists({ _id: id }))) throw notFound('API key');
      return usage.read(id, days);
    },
  };
}

type StoredSettings = Required<
  Pick<ApiKeyRow, 'name' | 'scopes' | 'quotaPerMinute' | 'origins' | 'expiresAt'>
>;

/** The settings of a key, or the defaults, with those given in a request. */
function withSettings(
  key: Partial<StoredSettings> | null,
  given: BodyOf<typeof apiKeysUpdate>,
): StoredSettings {
  const { scopes, origins } = toRights(key ?? {});
  return {
    name: given.name ?? key?.name ?? null,
    scopes: given.scopes ?? scopes,
    quotaPerMinute: given.quotaPerMinute === undefined ? (key?.quotaPerMinute ?? null) : given.quotaPerMinute,
    origins: given.origins ?? origins,
    expiresAt: given.expiresAt === undefined ? (key?.expiresAt ?? null) : toDate(given.expiresAt),
  };
}

const toDate = (text: string | null) => (text === null ? null : new Date(text));

/** A key that replaces an expired one does not take over its expiry. */
function withoutPastExpiry(key: ApiKeyRow): ApiKeyRow {
  return key.expiresAt && key.expiresAt <= new Date() ? { ...key, expiresAt: null } : key;
}

function rejectPastExpiry({ expiresAt }: Pick<BodyOf<typeof apiKeysUpdate>, 'expiresAt'>): void {
  if (expiresAt != null && Date.parse(expiresAt) <= Date.now())
    throw new ApiError(400, 'Expiry must be in the future');
}

/** The version of a key's last event while it is active; revoking it publishes the next one. */
export function versionOf({ version = 1 }: Pick<ApiKeyRow, 'version'>): number {
  return version;
}

function toRights(key: Partial<StoredSettings>): ApiKeyRights {
  return {
    scopes: key.scopes ?? defaultApiKeySettings.scopes,
    quotaPerMinute: key.quotaPerMinute ?? null,
    origins: key.origins ?? [],
    expiresAt: key.expiresAt?.toISOString() ?? null,
  };
}

/** The state of an active key in its event. */
export function toEventState(row: ApiKeyRow) {
  const { _id: id, userId, keyHash, name = null, createdAt } = row;
  return { id, userId, keyHash, name, createdAt: createdAt.toISOString(), ...toRights(row) };
}

/** The title of a key in the audit log. It contains no part of the key itself. */
function keyTitle({ name, userId }: Pick<ApiKeyRow, 'name' | 'userId'>): string {
  return name ?? `API key of user ${userId}`;
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
    name: row.name ?? null,
    ...toRights(row),
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
