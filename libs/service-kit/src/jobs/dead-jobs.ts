import {
  type BodyOf,
  type DeadJobEndpoints,
  deadJobMessages,
  type ResponseOf,
  type ServiceName,
} from '@khmer-learning/contracts';
import type { mongo } from 'mongoose';
import { notFound } from '../errors/api-error.ts';
import { type JobRow, neverDue } from '../outbox/lease.ts';
import type { RequestContext } from '../outbox/request-context.ts';
import { type TransactDeps, transact } from '../outbox/transact.ts';

/** Maximum number of listed jobs of each kind. */
const maxListed = 100;

/** A kind of job: the rows of a collection with remaining work. */
export interface JobKind {
  readonly name: string;
  readonly collection: string;
  dueFilter(at: Date): mongo.Filter<JobRow>;
  /** Makes this process look for due rows at once. */
  wake(): void;
}

/** Gives access to the dead jobs of these kinds, which may grow later. */
export function createDeadJobs(service: TransactDeps, kinds: readonly JobKind[]) {
  const rowsOf = ({ collection }: JobKind) => service.connection.collection<JobRow>(collection);
  const deadFilter = (kind: JobKind): mongo.Filter<JobRow> => ({
    ...kind.dueFilter(new Date()),
    heldUntil: neverDue,
  });

  return {
    /** The number of dead jobs of each kind: name -> count. */
    async counts(): Promise<ReadonlyMap<string, number>> {
      const counts = kinds.map(
        async (kind) => [kind.name, await rowsOf(kind).countDocuments(deadFilter(kind))] as const,
      );
      return new Map(await Promise.all(counts));
    },

    /** Lists up to a hundred dead jobs of each kind. */
    async list(): Promise<ResponseOf<DeadJobEndpoints['list']>> {
      const found = kinds.map(async (kind) => {
        const projection = { failures: 1, error: 1, failedAt: 1 };
        const rows = rowsOf(kind).find(deadFilter(kind), { projection, limit: maxListed });
        return (await rows.toArray()).map(({ _id, failures = 0, error = null, failedAt }) => ({
          job: kind.name,
          id: String(_id),
          failures,
          error,
          failedAt: failedAt?.toISOString() ?? null,
        }));
      });
      return { jobs: (await Promise.all(found)).flat() };
    },

    /**
     * Makes a dead job due and writes that to the audit log.
     *
     * @throws ApiError 404 when there is no such dead job
     */
    async retry(
      serviceName: ServiceName,
      { job, id }: BodyOf<DeadJobEndpoints['retry']>,
      context: RequestContext,
    ): Promise<ResponseOf<DeadJobEndpoints['retry']>> {
      const kind = kinds.find(({ name }) => name === job);
      if (!kind) throw notFound('Job');
      await transact(service, context, async (tx) => {
        const row = await rowsOf(kind).findOneAndUpdate(
          { ...deadFilter(kind), _id: { $in: [id, Number(id)] } },
          { $set: { heldUntil: new Date(0), failures: 0 } },
          { session: tx.session },
        );
        if (!row) throw notFound('Job');
        tx.audit(
          { service: serviceName, entity: 'job' },
          { action: 'updated', id, title: job, detail: `Retried after ${row.failures} failures` },
        );
      });
      kind.wake();
      return { message: deadJobMessages.retried };
    },
  };
}
