import { Button, Heading, Inline, RadioGroup, Stack, Text } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { useMessages } from '../messages/messages.ts';
import { type ComparedField, FieldDifferences } from './field-differences.tsx';
import { type Merge, type MergeChoice, mergeVersions } from './three-way-merge.ts';

export { mergeVersions };

const choiceMessages = {
  mine: 'mergePlaces.mine',
  theirs: 'comparison.theirs',
  both: 'mergePlaces.both',
} as const satisfies Record<MergeChoice, string>;

export interface MergePlacesProps {
  merge: Merge<unknown>;
  choices: ReadonlyMap<string, MergeChoice>;
  onChoose: (choices: ReadonlyMap<string, MergeChoice>) => void;
  differences: readonly ComparedField[];
  otherChanges: readonly ComparedField[];
}

/** The places that two users have changed: those that both have, with a choice for each, and those that are merged. */
export function MergePlaces({
  merge: { conflicts, changes },
  choices,
  onChoose,
  differences,
  otherChanges,
}: MergePlacesProps) {
  const t = useMessages();
  const [isComparing, setComparing] = useState(false);
  const merged = [...otherChanges, ...changes];
  const open = conflicts.filter(({ id }) => !choices.has(id)).length;
  const takeAll = (choice: MergeChoice) => onChoose(new Map(conflicts.map(({ id }) => [id, choice])));
  const toggle = (
    <Inline>
      <Button size="small" variant="ghost" onClick={() => setComparing(!isComparing)}>
        {isComparing ? t('mergePlaces.back') : t('mergePlaces.compare')}
      </Button>
    </Inline>
  );
  if (isComparing)
    return (
      <Stack gap={5}>
        <FieldDifferences fields={differences} />
        {toggle}
      </Stack>
    );
  return (
    <Stack gap={5}>
      {conflicts.length === 0 ? (
        <Text>{t('mergePlaces.differentPlaces')}</Text>
      ) : (
        <Stack gap={4} role="group" aria-label={t('mergePlaces.changedByBoth')}>
          <Inline justify="between">
            <Heading level={3} size="section">
              {t('mergePlaces.changedByBoth')}
            </Heading>
            <Inline>
              <Text as="span" size="small" muted role="status">
                {t('mergePlaces.chosen', { chosen: conflicts.length - open, total: conflicts.length })}
              </Text>
              <Button size="small" onClick={() => takeAll('mine')}>
                {t('mergePlaces.allMine')}
              </Button>
              <Button size="small" onClick={() => takeAll('theirs')}>
                {t('mergePlaces.allTheirs')}
              </Button>
            </Inline>
          </Inline>
          {conflicts.map(({ id, field, canTakeBoth }) => (
            <Stack key={id} gap={2}>
              <FieldDifferences fields={[field]} />
              <RadioGroup
                aria-label={t('mergePlaces.takeOf', { field: field.label })}
                value={choices.get(id) ?? ''}
                options={(canTakeBoth
                  ? (['mine', 'theirs', 'both'] as const)
                  : (['mine', 'theirs'] as const)
                ).map((value) => ({ value, label: t(choiceMessages[value]) }))}
                onValueChange={(value) => onChoose(new Map([...choices, [id, value as MergeChoice]]))}
              />
            </Stack>
          ))}
        </Stack>
      )}
      {merged.length === 0 ? null : (
        <Stack gap={3} role="group" aria-label={t('mergePlaces.mergedByThemselves')}>
          <Heading level={3} size="section">
            {t('mergePlaces.mergedByThemselves')}
          </Heading>
          <FieldDifferences fields={merged} names={{ theirs: t('merge.before'), yours: t('merge.merged') }} />
        </Stack>
      )}
      {toggle}
    </Stack>
  );
}
