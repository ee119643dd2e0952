import {
  type AuditRecord,
  auditRecordSchema,
  endpointsOf,
  type ServiceName,
} from '@khmer-learning/contracts';

/** The part of a MongoDB connection needed to read an outbox; mongoose's `Connection` is one. */
export interface OutboxConnection {
  collection(name: string): {
    find(filter: object): { toArray(): Promise<{ payload?: unknown }[]> };
  };
}

/** Reads the audit records from a service's outbox, sent or not. */
export async function findAuditRecords(connection: OutboxConnection): Promise<AuditRecord[]> {
  const rows = await connection
    .collection('outbox')
    .find({ subject: /^audit\./ })
    .toArray();
  return rows.map(({ payload }) => auditRecordSchema.parse(JSON.parse(String(payload))));
}

/** Ids of a service's console endpoints that change data or download a file: those that must be audited. */
export function auditedEndpointIds(service: ServiceName): string[] {
  return endpointsOf(service)
    .filter(({ access }) => access === 'session' || access === 'admin' || access === 'adminOrLearner')
    .filter(({ method, responseType }) => method !== 'GET' || responseType === 'binary')
    .map(({ id }) => id);
}
