import {
  remoteSettings,
  remoteSettingsLimits,
  remoteSettingsMessages,
  specificErrorCodes,
} from '@khmer-learning/contracts';
import {
  ApiError,
  conflict,
  lockRows,
  modelOf,
  mountEndpoint,
  type TransactDeps,
  transact,
} from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { Schema } from 'mongoose';
import { requireSessionUserId } from '../sessions/require-session.ts';

/** What remotes keep for one user. */
interface RemoteSettingsRow {
  _id: number;
  /** By the remote's name; as JSON, because names in it may not be names of fields. */
  remotes: Readonly<Record<string, { readonly json: string; readonly version: number }>>;
}

const schema = new Schema<RemoteSettingsRow>(
  { _id: Number, remotes: Schema.Types.Mixed },
  { versionKey: false, collection: 'remote_settings', minimize: false },
);

export const remoteSettingsModel = modelOf('RemoteSettings', schema);

/** What a remote keeps. It may have the name of a property that every object has. */
const storedOf = (row: RemoteSettingsRow | null, remote: string) =>
  row?.remotes && Object.hasOwn(row.remotes, remote) ? row.remotes[remote] : undefined;

/** Mounts what remotes keep for the signed-in user. Nobody else sees it: there are neither events nor audit records. */
export function remoteSettingsRoutes(app: FastifyInstance, service: TransactDeps): void {
  const settings = remoteSettingsModel(service.connection);

  mountEndpoint(app, remoteSettings.get, async ({ principal, params: { remote } }) => {
    const fields = { [`remotes.${remote}`]: 1 };
    const row = await settings.findById(requireSessionUserId(principal), fields).lean<RemoteSettingsRow>();
    const stored = storedOf(row, remote);
    return { settings: stored ? JSON.parse(stored.json) : {}, version: stored?.version ?? 0 };
  });

  mountEndpoint(app, remoteSettings.put, async (context) => {
    const userId = requireSessionUserId(context.principal);
    const { body, ifMatch } = context;
    const { remote } = context.params;
    const { result: version } = await transact(service, context, async ({ session }) => {
      await lockRows(settings, [userId], session, { insert: () => ({ remotes: {} }) });
      const row = await settings.findById(userId, null, { session }).lean<RemoteSettingsRow>();
      const known = storedOf(row, remote);
      const before = known?.version ?? 0;
      if (ifMatch !== undefined && ifMatch !== before)
        throw new ApiError(409, remoteSettingsMessages.changed, { code: specificErrorCodes.staleVersion });
      if (!known && Object.keys(row?.remotes ?? {}).length >= remoteSettingsLimits.remotesPerUser)
        throw conflict(remoteSettingsMessages.tooMany);
      const next = { json: JSON.stringify(body), version: before + 1 };
      await settings.updateOne({ _id: userId }, { $set: { [`remotes.${remote}`]: next } }, { session });
      return next.version;
    });
    return { settings: body, version };
  });
}
