import { Button, Heading, Inline, RadioGroup, Stack, Text } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { type ComparedField, FieldDifferences } from './field-differences.tsx';
import { type Merge, type MergeChoice, mergeVersions } from './three-way-merge.ts';

export { mergeVersions };

const choiceLabels: Readonly<Record<MergeChoice, string>> = { mine: 'Mine', theirs: 'Theirs', both: 'Both' };

export interface MergePlacesProps {
  merge: Merge<unknown>;
  choices: ReadonlyMap<string, MergeChoice>;
  onChoose: (choices: ReadonlyMap<string, MergeChoice>) => void;
  /** Every field that differs between the two versions. */
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
  const [isComparing, setComparing] = useState(false);
  const merged = [...otherChanges, ...changes];
  const open = conflicts.filter(({ id }) => !choices.has(id)).length;
  const takeAll = (choice: MergeChoice) => onChoose(new Map(conflicts.map(({ id }) => [id, choice])));
  const toggle = (
    <Inline>
      <Button size="small" variant="ghost" onClick={() => setComparing(!isComparing)}>
        {isComparing ? 'Back to the merge' : 'Compare theirs with yours'}
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
        <Text>You have changed different places, so nothing has to be chosen.</Text>
      ) : (
        <Stack gap={4} role="group" aria-label="Changed by both">
          <Inline justify="between">
            <Heading level={3} size="section">
              Changed by both
            </Heading>
            <Inline>
              <Text as="span" size="small" muted role="status">
                {`${conflicts.length - open} of ${conflicts.length} chosen`}
              </Text>
              <Button size="small" onClick={() => takeAll('mine')}>
                All mine
              </Button>
              <Button size="small" onClick={() => takeAll('theirs')}>
                All theirs
              </Button>
            </Inline>
          </Inline>
          {conflicts.map(({ id, field, canTakeBoth }) => (
            <Stack key={id} gap={2}>
              <FieldDifferences fields={[field]} />
              <RadioGroup
                aria-label={`Take of ${field.label}`}
                value={choices.get(id) ?? ''}
                options={(canTakeBoth
                  ? (['mine', 'theirs', 'both'] as const)
                  : (['mine', 'theirs'] as const)
                ).map((value) => ({ value, label: choiceLabels[value] }))}
                onValueChange={(value) => onChoose(new Map([...choices, [id, value as MergeChoice]]))}
              />
            </Stack>
          ))}
        </Stack>
      )}
      {merged.length === 0 ? null : (
        <Stack gap={3} role="group" aria-label="Merged by themselves">
          <Heading level={3} size="section">
            Merged by themselves
          </Heading>
          <FieldDifferences fields={merged} names={{ theirs: 'Before', yours: 'Merged' }} />
        </Stack>
      )}
      {toggle}
    </Stack>
  );
}
