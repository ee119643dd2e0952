import { Button, Callout, Inline, Text } from '@khmer-learning/ui-kit';
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

/** Offers changes that were never saved, such as after the browser was closed. */
export function RestoreOffer({ autoSave }: { autoSave: AutoSave }) {
  if (autoSave.offeredFrom === null) return null;
  return (
    <Callout tone="info" title="You have unsaved changes" announce>
      <Inline place="between" gap={3}>
        <span>{`They were kept in this browser on ${moment.format(autoSave.offeredFrom)}.`}</span>
        <Inline>
          <Button size="small" variant="ghost" onClick={autoSave.decline}>
            Discard
          </Button>
          <Button size="small" variant="primary" onClick={autoSave.restore}>
            Restore unsaved changes
          </Button>
        </Inline>
      </Inline>
    </Callout>
  );
}
