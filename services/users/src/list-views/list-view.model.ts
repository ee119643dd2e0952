import type { ListSettings, ListView } from '@khmer-learning/contracts';
import { modelOf } from '@khmer-learning/service-kit';
import { type Connection, Schema } from 'mongoose';

export interface ListViewRow extends Omit<ListView, 'id' | 'owner' | 'updatedAt'> {
  _id: number;
  userId: number;
  updatedAt: Date;
}

/** What a person has chosen for lists. The row 0 is that of the team: it has no settings, and is locked to count shared views. */
export interface ListSettingsRow {
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

const viewModel = modelOf('ListView', viewSchema);
const settingsModel = modelOf('ListSettings', settingsSchema);

export const listViewModels = (connection: Connection) => ({
  views: viewModel(connection),
  settings: settingsModel(connection),
});
