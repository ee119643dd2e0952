import { type Connection, type Model, Schema } from 'mongoose';

/** Who does a work that only one instance shall do. */
export interface StoredLease {
  /** The work. */
  _id: string;
  owner: string;
  until: Date;
}

const schema = new Schema<StoredLease>(
  { _id: String, owner: String, until: Date },
  { versionKey: false, collection: 'leases' },
);

export function leasesOf(connection: Connection): Model<StoredLease> {
  return connection.models.Lease ?? connection.model<StoredLease>('Lease', schema);
}
