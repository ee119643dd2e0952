import { isActivityWords, useExtensions } from '@khmer-learning/console-sdk';
import { useMemo } from 'react';
import { actionLabelOf } from './audit-labels.ts';

/** How the activity names entities and actions. */
export interface ActivityWording {
  /** The entities that have words, by order. */
  readonly entities: readonly { readonly entity: string; readonly label: string }[];
  /** The display name of an entity; its id if no remote has words for it. */
  readonly entityLabel: (entity: string) => string;
  /** The word for an action of an entity; without an entity, that of the first one that has a word for it. */
  readonly actionLabel: (action: string, entity?: string) => string;
}

/** The words of all remotes for the activity. If two have words for an entity, the first by order is used. */
export function useActivityWords(): ActivityWording {
  const provided = useExtensions(isActivityWords);
  return useMemo(() => {
    const words = provided.map(({ extension }) => extension);
    const byEntity = new Map(words.toReversed().map((one) => [one.entity, one]));
    return {
      entities: words.filter((one) => byEntity.get(one.entity) === one),
      entityLabel: (entity) => byEntity.get(entity)?.label ?? entity,
      actionLabel: (action, entity) =>
        actionLabelOf(
          entity === undefined
            ? words.find(({ actions }) => actions?.[action] !== undefined)
            : byEntity.get(entity),
          action,
        ),
    };
  }, [provided]);
}
