import { modelOf } from '@khmer-learning/service-kit';
import { Schema } from 'mongoose';

/** What remotes keep for one user. */
export interface RemoteSettingsRow {
  /** The id of the user. */
  _id: number;
  /** By the remote's name; as JSON, because names in it may not be names of fields. */
  remotes: Readonly<Record<string, { readonly json: string; readonly version: number }>>;
}

const schema = new Schema<RemoteSettingsRow>(
  { _id: Number, remotes: Schema.Types.Mixed },
  { versionKey: false, collection: 'remote_settings', minimize: false },
);

/** The model of what remotes keep for users. */
export const remoteSettingsOf = modelOf('RemoteSettings', schema);
