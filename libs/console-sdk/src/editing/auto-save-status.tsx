import { Button, Callout, Inline, langProps, Stack, Text } from '@khmer-learning/ui-kit';
import { useId } from 'react';
import type { AutoSave } from './use-auto-save.ts';

const timeFormat = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
const dateTimeFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** `Auto-saved 10:42`, for the header of a form. */
export function AutoSaveStatus({ autoSave }: { autoSave: AutoSave }) {
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
      {`Auto-saved ${timeFormat.format(autoSave.savedAt)}`}
    </Text>
  );
}

/** Lists unsaved changes from earlier, for example after the browser was closed, each to be restored or discarded. */
export function RestoreDraftPrompt({ autoSave }: { autoSave: AutoSave }) {
  const id = useId();
  const { restorableDrafts, discard, restore } = autoSave;
  if (restorableDrafts.length === 0) return null;
  return (
    <Callout tone="info" title="You have unsaved changes" announce>
      <Stack gap={2}>
        {restorableDrafts.map(({ name, savedAt, title }) => (
          <Inline key={name} justify="between" gap={3} role="group" aria-labelledby={id + name}>
            <span id={id + name}>
              {title === null ? null : <span {...langProps(title)}>{`“${title}” `}</span>}
              {`${title === null ? 'Saved' : 'saved'} in this browser on ${dateTimeFormat.format(savedAt)}`}
            </span>
            <Inline>
              <Button size="small" variant="ghost" onClick={() => discard(name)}>
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
