import { Button, Callout, Inline, langOf, Stack, Text } from '@khmer-learning/ui-kit';
import { useId } from 'react';
import type { AutoSave } from './use-auto-save.ts';

const timeOfDay = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** `Auto-saved 10:42`, in the head of a form. */
export function AutoSaved({ autoSave }: { autoSave: AutoSave }) {
  if (autoSave.hasFailed) {
    return (
      <Text as="span" size="small" role="status">
        Auto-save failed: this browser’s storage is full
      </Text>
    );
  }
  if (autoSave.savedAt === null) return null;
  return (
    <Text as="span" size="small" muted role="status">
      {`Auto-saved ${timeOfDay.format(autoSave.savedAt)}`}
    </Text>
  );
}

/** Offers changes that were never saved, such as after the browser was closed, until each is restored or discarded. */
export function RestoreOffer({ autoSave }: { autoSave: AutoSave }) {
  const id = useId();
  const { offers, decline, restore } = autoSave;
  if (offers.length === 0) return null;
  return (
    <Callout tone="info" title="You have unsaved changes" announce>
      <Stack gap={2}>
        {offers.map(({ name, savedAt, title }) => (
          <Inline key={name} place="between" gap={3} role="group" aria-labelledby={id + name}>
            <span id={id + name}>
              {title === null ? null : <span {...langOf(title)}>{`“${title}” `}</span>}
              {`${title === null ? 'Kept' : 'kept'} in this browser on ${moment.format(savedAt)}`}
            </span>
            <Inline>
              <Button size="small" variant="ghost" onClick={() => decline(name)}>
                Discard
              </Button>
              <Button size="small" variant="primary" onClick={() => restore(name)}>
                Restore unsaved changes
              </Button>
            </Inline>
          </Inline>
        ))}
      </Stack>
    </Callout>
  );
}
