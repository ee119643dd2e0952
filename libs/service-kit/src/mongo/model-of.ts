import type { Connection, Model, Schema } from 'mongoose';

/** Makes the function that returns a model on a connection, and registers it on first use. */
export const modelOf =
  <Stored>(name: string, schema: Schema<Stored>) =>
  (connection: Connection): Model<Stored> =>
    connection.models[name] ?? connection.model<Stored>(name, schema);
