import {
  type AutoSave,
  AutoSaveStatus,
  NewItemDrafts,
  RestoreDraftPrompt,
} from '@khmer-learning/console-kit';
import { useSession } from '@khmer-learning/console-sdk';
import { useState } from 'react';
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
  discard: async () => {},
  save: ignore,
  clear: ignore,
  rebase: ignore,
  baseVersion: 1,
  workingCopyVersion: 0,
  ...change,
});
const draft = (title: string | null) => ({ name: `draft ${title}`, savedAt, title });

/** Stores a draft first, as the form of a new word does. */
function NewWordDrafts() {
  const { user } = useSession();
  useState(() => {
    const values = { title: 'River' };
    const text = JSON.stringify({ savedAt: savedAt.toISOString(), version: null, values });
    localStorage.setItem(`khmer-learning.draft.${user.id}.word.new.1`, text);
  });
  return <NewItemDrafts form="word" itemType="word" onContinue={ignore} />;
}

export const autoSavePage = defineComponentPage({
  components: { AutoSaveStatus, NewItemDrafts, RestoreDraftPrompt },
  purpose: 'Says that a form was stored in this browser, and offers what was stored earlier.',
  examples: {
    default: () => <AutoSaveStatus autoSave={autoSave({ savedAt })} />,
    error: () => <AutoSaveStatus autoSave={autoSave({ hasFailed: true })} />,
    drafts: () => (
      <RestoreDraftPrompt autoSave={autoSave({ restorableDrafts: [draft('Greetings'), draft(null)] })} />
    ),
    'above a list': () => <NewWordDrafts />,
    'long text': () => <RestoreDraftPrompt autoSave={autoSave({ restorableDrafts: [draft(longText)] })} />,
    'Khmer text': () => <RestoreDraftPrompt autoSave={autoSave({ restorableDrafts: [draft(khmerText)] })} />,
  },
  keyboard: { 'Enter, Space': 'Restores or discards a draft.' },
  dos: ['Put the status into headerEnd of the dialog, and the drafts above the fields.'],
  donts: ['Do not restore a draft unasked.'],
});
