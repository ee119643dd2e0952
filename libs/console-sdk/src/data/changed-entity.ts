import type { EntityName } from '@khmer-learning/contracts';

/**
 * An entity whose changes remotes announce to each other: one of the product's contracts, or one of a team's own
 * service, named `service.entity`.
 */
export type ChangedEntity = EntityName | `${string}.${string}`;
