import {
  type BodyOf,
  defaultReviewParameters,
  type ReviewParameters,
  type reviewParametersUpdate,
} from '@khmer-learning/contracts';
import { type RequestContext, staleVersion, type TransactDeps, transact } from '@khmer-learning/service-kit';
import type { ClientSession } from 'mongoose';
import { progressModels, type ReviewParametersRow, reviewParametersId } from './progress.model.ts';

/** The school's parameters of spaced repetition. */
export type ReviewParametersService = ReturnType<typeof createReviewParameters>;

/** Creates the service of the parameters. Changes leave an audit record. */
export function createReviewParameters(service: TransactDeps) {
  const { reviewParameters } = progressModels(service.connection);

  async function read(session: ClientSession | null = null): Promise<ReviewParameters> {
    const row = await reviewParameters
      .findById(reviewParametersId, { _id: 0 }, { session })
      .lean<Omit<ReviewParametersRow, '_id'>>();
    return row ?? defaultReviewParameters;
  }

  return {
    /** The parameters; the defaults with version 0 until they are first saved. */
    get: () => read(),

    /** Replaces them. Stored schedules stay until the next review of their card. @throws ApiError 409 for a stale version */
    async update(
      context: RequestContext & { readonly ifMatch?: number | undefined },
      next: BodyOf<typeof reviewParametersUpdate>,
    ): Promise<ReviewParameters> {
      const { result } = await transact(service, context, async (tx) => {
        const current = await read(tx.session);
        if (context.ifMatch !== undefined && context.ifMatch !== current.version)
          throw staleVersion('spaced repetition rule');
        const fields = (['desiredRetention', 'maximumIntervalDays'] as const).filter(
          (field) => next[field] !== current[field],
        );
        if (fields.length === 0) return current;
        const changed = { ...next, version: current.version + 1 };
        await reviewParameters.replaceOne({ _id: reviewParametersId }, changed, {
          session: tx.session,
          upsert: true,
        });
        tx.audit(
          { service: 'users', entity: 'review-parameters' },
          {
            action: 'updated',
            id: reviewParametersId,
            title: 'Spaced repetition',
            fields,
            detail: `${Math.round(next.desiredRetention * 100)} %, ${next.maximumIntervalDays} days`,
          },
        );
        return changed;
      });
      return result;
    },
  };
}
