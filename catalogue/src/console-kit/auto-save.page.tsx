import { type AutoSave, AutoSaveStatus, RestoreDraftPrompt } from '@khmer-learning/console-kit';
import { defineComponentPage } from '../component-page.ts';
import { khmerText, longText } from '../sample-texts.ts';

const savedAt = new Date('2026-05-04T03:42:00.000Z');
const ignore = () => {};
const autoSave = (change: Partial<AutoSave> = {}): AutoSave => ({
  savedAt: null,
  hasFailed: false,
  restorableDrafts: [],
  newestDraftAt: null,
  restore: ignore,
  discard: ignore,
  save: ignore,
  clear: ignore,
  rebase: ignore,
  baseVersion: 1,
  workingCopyVersion: 0,
  ...change,
});
const draft = (title: string | null) => ({ name: `draft ${title}`, savedAt, title });

export const autoSavePage = defineComponentPage({
  components: { AutoSaveStatus, RestoreDraftPrompt },
  purpose: 'Says that a form was stored in this browser, and offers what was stored earlier.',
  examples: {
    default: () => <AutoSaveStatus autoSave={autoSave({ savedAt })} />,
    error: () => <AutoSaveStatus autoSave={autoSave({ hasFailed: true })} />,
    drafts: () => (
      <RestoreDraftPrompt autoSave={autoSave({ restorableDrafts: [draft('Greetings'), draft(null)] })} />
    ),
    'long text': () => <RestoreDraftPrompt autoSave={autoSave({ restorableDrafts: [draft(longText)] })} />,
    'Khmer text': () => <RestoreDraftPrompt autoSave={autoSave({ restorableDrafts: [draft(khmerText)] })} />,
  },
  keyboard: { 'Enter, Space': 'Restores or discards a draft.' },
  dos: ['Put the status into headerEnd of the dialog, and the drafts above the fields.'],
  donts: ['Do not restore a draft unasked.'],
});
