import type { Import } from '@khmer-learning/contracts';
import { Button, Callout, formatNumber, Inline, Stack, Text } from '@khmer-learning/ui-kit';
import { useMessages } from './messages/messages.ts';
import type { Corrections } from './transfer.api.ts';

interface MissingItemsProps {
  missing: NonNullable<Import['missing']>;
  isChecking: boolean;
  /** Checks the file again, with another choice of what is created. */
  onCheck: (choice: Corrections) => void;
}

/** What the file names and is not stored, with the choice to create it. */
export function MissingItems({ missing, isChecking, onCheck }: MissingItemsProps) {
  const t = useMessages();
  if (missing.length === 0) return null;
  const created = missing.filter(({ isCreated }) => isCreated).map(({ thing }) => thing);
  // What others are in comes first: main lessons, lesson types, lessons.
  const sorted = missing.toSorted((one, other) => other.thing.localeCompare(one.thing));
  return (
    <Stack gap={2} role="group" aria-label={t('importMissing.label')}>
      {sorted.map(({ thing, count, titles, isCreated }) => {
        // `main lesson` is `mainLesson` in the texts.
        const name = thing.replace(/ (\w)/g, (_match, letter: string) => letter.toUpperCase());
        const values = { thing: name, count };
        const others = created.filter((one) => one !== thing);
        const more = count - titles.length;
        return (
          <Callout key={thing} tone={isCreated ? 'success' : 'warning'}>
            <Inline gap={3} justify="between">
              <div>
                <Text strong>{t(isCreated ? 'importMissing.isCreated' : 'importMissing.found', values)}</Text>
                <Text size="small" lines={3}>
                  {titles.join(' · ')}
                  {more > 0 ? ` · ${t('importMissing.more', { count: formatNumber(more) })}` : ''}
                </Text>
              </div>
              <Button
                loading={isChecking}
                loadingLabel={t('importState.checking')}
                onClick={() => onCheck({ create: isCreated ? others : [...others, thing] })}
              >
                {t(isCreated ? 'importMissing.doNotCreate' : 'importMissing.create', values)}
              </Button>
            </Inline>
          </Callout>
        );
      })}
      {missing.length - created.length > 1 ? (
        <div>
          <Button loading={isChecking} onClick={() => onCheck({ create: missing.map(({ thing }) => thing) })}>
            {t('importMissing.createAll')}
          </Button>
        </div>
      ) : null}
    </Stack>
  );
}
