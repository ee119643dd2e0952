import type {
  BodyOf,
  Endpoint,
  idParams,
  ReviewEndpoints,
  ScheduleEndpoints,
  SuggestSearchEndpoint,
  versionEndpoints,
  workingCopyEndpoints,
} from '@khmer-learning/contracts';
import { mountEndpoint, type RequestContext } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Items } from './create-items.ts';
import type { ItemRow } from './item-feed.ts';
import type { ItemContract } from './item-kind.ts';
import type { PublishableItems } from './publishable-items.ts';

type VersionEndpoints = ReturnType<typeof versionEndpoints<'content' | 'quizzes', z.ZodType, z.ZodType>>;
type WorkingCopyEndpoints = ReturnType<
  typeof workingCopyEndpoints<'content' | 'quizzes', z.ZodObject, z.ZodObject, z.ZodType>
>;

/** The contract of a kind as `itemContract` makes it. */
interface MountedContract<Contents, Item, State> extends ItemContract<Contents, Item, State> {
  readonly delete: Endpoint & { readonly params: typeof idParams };
  readonly suggestSearch: SuggestSearchEndpoint;
  readonly versions: Pick<VersionEndpoints, 'list' | 'get' | 'restore'>;
  readonly deleted: {
    readonly list: VersionEndpoints['listDeleted'];
    readonly restore: VersionEndpoints['restoreDeleted'];
  };
}

/** The operations behind the endpoints that every kind has. Parents answer more to a deletion and a restoration. */
interface MountedItems<Contents extends object, Item>
  extends Pick<Items<Contents, Item, ItemRow, unknown>, 'create' | 'update' | 'suggestSearch' | 'versions'> {
  delete(id: number, context: RequestContext): Promise<object>;
  readonly deleted: {
    readonly list: Items<Contents, Item, ItemRow, unknown>['deleted']['list'];
    restore(id: number, context: RequestContext): Promise<object>;
  };
}

/** Mounts the endpoints that every kind of item has. */
export function mountItems<Contents extends object, Item, State>(
  app: FastifyInstance,
  contract: MountedContract<Contents, Item, State>,
  items: MountedItems<Contents, Item>,
): void {
  const { versions, deleted } = items;
  mountEndpoint(app, contract.create, (context) => items.create(context.body, context));
  mountEndpoint(app, contract.update, (context) =>
    items.update(context.params.id, context.body, context.ifMatch, context),
  );
  mountEndpoint(app, contract.delete, (context) => items.delete(context.params.id, context));
  mountEndpoint(app, contract.suggestSearch, ({ query }) => items.suggestSearch(query.search));
  mountEndpoint(app, contract.versions.list, ({ params, query }) => versions.list(params.id, query));
  mountEndpoint(app, contract.versions.get, ({ params, query }) =>
    versions.get(params.id, { ...params, ...query }),
  );
  mountEndpoint(app, contract.versions.restore, (context) =>
    versions.restore(context.params.id, { ...context.params, ...context.query }, context.ifMatch, context),
  );
  mountEndpoint(app, contract.deleted.list, ({ query }) => deleted.list(query));
  mountEndpoint(app, contract.deleted.restore, (context) => deleted.restore(context.params.id, context));
}

/** The contract of a kind that can be published as `publishingContract` makes it. */
interface PublishingContract<Copy> {
  readonly workingCopy: Pick<WorkingCopyEndpoints, 'publish' | 'discard'> & {
    readonly get: Endpoint & { readonly params: typeof idParams };
    readonly save: Endpoint & {
      readonly params: typeof idParams;
      readonly body: z.ZodType<
        Omit<BodyOf<WorkingCopyEndpoints['save']>, 'contents'> & { readonly contents: Copy }
      >;
    };
  };
  readonly schedule: ScheduleEndpoints;
  readonly review: ReviewEndpoints;
}

/** Mounts the endpoints of the working copies, the schedules and the reviews of a kind of item. */
export function mountPublishing<Copy extends object>(
  app: FastifyInstance,
  contract: PublishingContract<Copy>,
  {
    workingCopy,
    schedule,
    review,
  }: Pick<PublishableItems<object, Copy, unknown, ItemRow, unknown>, 'workingCopy' | 'schedule' | 'review'>,
): void {
  mountEndpoint(app, contract.workingCopy.get, ({ params }) => workingCopy.get(params.id));
  mountEndpoint(app, contract.workingCopy.save, (context) =>
    workingCopy.save(context.params.id, context.body, context.ifMatch, context),
  );
  mountEndpoint(app, contract.workingCopy.publish, (context) =>
    workingCopy.publish(context.params.id, context.body, context.ifMatch, context),
  );
  mountEndpoint(app, contract.workingCopy.discard, (context) =>
    workingCopy.discard(context.params.id, context.ifMatch, context),
  );
  mountEndpoint(app, contract.schedule.set, (context) =>
    schedule.set(context.params.id, context.body, context),
  );
  mountEndpoint(app, contract.schedule.list, ({ query }) => schedule.list(query));
  mountEndpoint(app, contract.schedule.move, (context) =>
    schedule.move(context.params.id, context.body, context),
  );
  mountEndpoint(app, contract.schedule.cancel, (context) => schedule.cancel(context.params.id, context));
  mountEndpoint(app, contract.review.request, (context) =>
    review.request(context.params.id, context.body, context),
  );
  mountEndpoint(app, contract.review.withdraw, (context) => review.withdraw(context.params.id, context));
  mountEndpoint(app, contract.review.askForChanges, (context) =>
    review.askForChanges(context.params.id, context.body, context),
  );
  mountEndpoint(app, contract.review.grant, (context) =>
    review.grant(context.params.id, context.body, context),
  );
  mountEndpoint(app, contract.review.list, () => review.list());
}
