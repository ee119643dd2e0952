import {
  type AuditRecord,
  auditRecordSchema,
  endpointsOf,
  type ServiceName,
} from '@khmer-learning/contracts';

/** As much of a MongoDB connection as reading an outbox takes; mongoose's `Connection` is one. */
export interface OutboxConnection {
  collection(name: string): {
    find(filter: object): { toArray(): Promise<{ payload?: unknown }[]> };
  };
}

/** The audit records in a service's outbox, sent or not, as they are told. */
export async function findAuditRecords(connection: OutboxConnection): Promise<AuditRecord[]> {
  const rows = await connection
    .collection('outbox')
    .find({ subject: /^audit\./ })
    .toArray();
  return rows.map(({ payload }) => auditRecordSchema.parse(JSON.parse(String(payload))));
}

/** The ids of the calls of a service with which people signed in to the console change something or take a file. */
export function auditedEndpointIds(service: ServiceName): string[] {
  return endpointsOf(service)
    .filter(({ access }) => access === 'session' || access === 'admin')
    .filter(({ method, responseType }) => method !== 'GET' || responseType === 'binary')
    .map(({ id }) => id);
}
