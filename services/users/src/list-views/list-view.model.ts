import type { ListSettings, ListView } from '@khmer-learning/contracts';
import { type Connection, type Model, Schema } from 'mongoose';

/** A saved view as stored. */
export interface ListViewRow extends Omit<ListView, 'id' | 'owner' | 'updatedAt'> {
  _id: number;
  userId: number;
  updatedAt: Date;
}

/** What a person has chosen for lists. The row 0 is that of the team: it has no settings, and is locked to count shared views. */
export interface ListSettingsRow {
  /** The id of the user. */
  _id: number;
  lists: Readonly<Record<string, ListSettings>>;
}

const viewSchema = new Schema<ListViewRow>(
  {
    _id: Number,
    userId: Number,
    list: String,
    name: String,
    isShared: Boolean,
    search: String,
    filters: Schema.Types.Mixed,
    sort: String,
    limit: Number,
    columns: Schema.Types.Mixed,
    version: Number,
    updatedAt: Date,
  },
  { versionKey: false, collection: 'list_views', minimize: false },
)
  .index({ userId: 1 })
  .index({ isShared: 1, userId: 1 });

const settingsSchema = new Schema<ListSettingsRow>(
  { _id: Number, lists: Schema.Types.Mixed },
  { versionKey: false, collection: 'list_settings', minimize: false },
);

/** The models of saved views and settings of lists, registered on the service's own connection. */
export function listViewModels(connection: Connection) {
  const views: Model<ListViewRow> =
    connection.models.ListView ?? connection.model<ListViewRow>('ListView', viewSchema);
  const settings: Model<ListSettingsRow> =
    connection.models.ListSettings ?? connection.model<ListSettingsRow>('ListSettings', settingsSchema);
  return { views, settings };
}
export type ListViewModels = ReturnType<typeof listViewModels>;
