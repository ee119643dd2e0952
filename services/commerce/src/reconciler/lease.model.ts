import { type Connection, type Model, Schema } from 'mongoose';

/** The holder of a lease for a task that only one instance may run. */
export interface StoredLease {
  /** The name of the task. */
  _id: string;
  owner: string;
  until: Date;
}

const schema = new Schema<StoredLease>(
  { _id: String, owner: String, until: Date },
  { versionKey: false, collection: 'leases' },
);

/** The Mongoose model of the leases of a connection. */
export function leasesOf(connection: Connection): Model<StoredLease> {
  return connection.models.Lease ?? connection.model<StoredLease>('Lease', schema);
}
