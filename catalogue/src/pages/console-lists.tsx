import {
  ClearFiltersButton,
  type Clip,
  DragHandle,
  DuplicateButton,
  EditButton,
  LevelMeter,
  ListEmptyState,
  ListFilter,
  ListPagination,
  MatchLine,
  MoveButtons,
  PlayButton,
  RecordingButtons,
  RecordingUploadStatus,
  type RecordingUploads,
  RefreshButton,
  RowMenu,
  UnassignedRecordings,
  useRecordingTarget,
  useRecordingUploads,
  ViewButton,
} from '@khmer-learning/console-kit';
import { noFilter } from '@khmer-learning/console-sdk';
import type { Recording } from '@khmer-learning/contracts';
import { CopyIcon, Inline, MenuItem, Stack } from '@khmer-learning/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { defineComponentPage } from '../component-page.ts';
import { withTexts } from '../sample-texts.ts';

const ignore = () => {};

export const listEmptyStatePage = defineComponentPage({
  components: { ListEmptyState },
  purpose: 'A list without items, or without items that match.',
  examples: {
    default: () => (
      <ListEmptyState
        title="No lessons found"
        hint="Lessons group the words that learners practise."
        hasActiveFilters={false}
        onClear={ignore}
        createLabel="New lesson"
        onCreate={ignore}
      />
    ),
    'with filters': () => <ListEmptyState title="No lessons found" hasActiveFilters onClear={ignore} />,
    ...withTexts((text) => (
      <ListEmptyState title={text} hint={text} hasActiveFilters={false} onClear={ignore} />
    )),
  },
  keyboard: { 'Enter, Space': 'Creates an item or clears the filters.' },
  dos: ['Pass hasActiveFilters from useListState.'],
  donts: ['Do not offer to create an item where the user may not.'],
});

function Filter({ label, value: initial = noFilter }: { label: string; value?: string }) {
  const [value, setValue] = useState(initial);
  return (
    <ListFilter
      list={{ filterValue: () => value, setFilter: (_name, next) => setValue(next) }}
      name="type"
      label="Lesson type"
      allLabel="All lesson types"
      options={[{ value: 'first', label }]}
    />
  );
}

export const listFilterPage = defineComponentPage({
  components: { ListFilter, ClearFiltersButton },
  purpose: 'Filters a list by one value, and clears all filters.',
  examples: {
    default: () => <Filter label="Vocabulary" />,
    'with a value': () => <Filter label="Vocabulary" value="first" />,
    'the button that clears filters': () => (
      <ClearFiltersButton list={{ hasFilters: true, clearFilters: () => {} }} rows={undefined} />
    ),
    ...withTexts((text) => <Filter label={text} value="first" />),
  },
  keyboard: { 'Enter, Space, Arrow Down': 'Opens the options.', Esc: 'Closes them.' },
  dos: ['Name the option without a filter: All lesson types.'],
  donts: ['Do not keep its value in your own state: use useListState.'],
});

function Pages({ rows, total }: { rows: readonly string[] | undefined; total: number }) {
  const [offset, setOffset] = useState(0);
  const [limit, setLimit] = useState(15);
  return (
    <ListPagination
      list={{ offset, setOffset, limit, setLimit }}
      rows={rows}
      total={total}
      itemsLabel="lessons"
    />
  );
}

export const listPaginationPage = defineComponentPage({
  components: { ListPagination },
  purpose: 'The pagination of a list of the API. Nothing while the list has no rows.',
  examples: {
    default: () => <Pages rows={['Greetings']} total={42} />,
    loading: () => <Pages rows={undefined} total={42} />,
    empty: () => <Pages rows={[]} total={0} />,
  },
  keyboard: { 'Enter, Space': 'Goes to the previous or next page.' },
  dos: ['Pass the response of the list as total: it knows if it is an estimate.'],
  donts: ['Do not use it outside useListState: use Pagination.'],
});

export const matchLinePage = defineComponentPage({
  components: { MatchLine },
  purpose: 'The line of its contents by which a search finds an item, with what it finds marked.',
  examples: {
    default: () => (
      <MatchLine match={{ id: 1, text: 'fruit market : ផ្សារផ្លែឈើ', places: [{ start: 6, end: 12 }] }} />
    ),
    several: () => (
      <MatchLine
        match={{
          id: 2,
          text: '…the market by the river, open in the morning…',
          places: [
            { start: 5, end: 11 },
            { start: 19, end: 24 },
          ],
        }}
      />
    ),
  },
  keyboard: {},
  dos: ['Show it in place of the description of a row that a search finds by its contents.'],
  donts: ['Do not show it for what the title already shows.'],
});

export const levelMeterPage = defineComponentPage({
  components: { LevelMeter },
  purpose: 'Shows how loud the microphone is.',
  examples: {
    default: () => <LevelMeter level={-20} />,
    silent: () => <LevelMeter level={-60} />,
    'too loud': () => <LevelMeter level={-1} />,
  },
  keyboard: {},
  dos: ['Show it while the microphone is open, with the `level` of `useSpeechRecorder`.'],
  donts: ['Do not say by the meter alone that something is recorded.'],
});

const texts = { en: 'water', km: 'ទឹក' };
const recording: Recording = { language: 'en', text: 'water', file: 'water.mp3' };
const stale: Recording = { language: 'km', text: 'បាយ', file: 'rice.mp3' };

interface WordProps {
  recorded?: readonly Recording[];
  disabled?: boolean;
}

function Word({ recorded = [], disabled = false }: WordProps) {
  const target = useRecordingTarget({
    label: 'Section 1',
    index: 0,
    getRows: () => [{ id: 'water', texts }],
    getRecordings: () => recorded,
    setRecordings: () => {},
    max: 10,
  });
  const isOfText = ({ language, text }: Recording) => texts[language] === text;
  return (
    <Stack gap={3}>
      <RecordingButtons
        target={target}
        texts={texts}
        recorded={Object.fromEntries(
          recorded.map((one) => [one.language, { recording: one, isStale: !isOfText(one) }]),
        )}
        disabled={disabled}
      />
      <UnassignedRecordings target={target} recordings={recorded.filter((one) => !isOfText(one))} />
    </Stack>
  );
}

const WordForm = (props: WordProps) => useRecordingUploads().wrapWithProvider(<Word {...props} />);

const clip = (state: Clip['state']): Clip => ({
  id: 1,
  targetId: 'section',
  language: 'en',
  text: 'water',
  key: 'en:water',
  url: '/uploads/water.mp3',
  state,
  progress: 0,
  message: state === 'failed' ? 'This recording is damaged' : null,
});
const [uploading, failed] = [[clip('uploading')], [clip('failed')]];

function Status({ clips }: { clips: readonly Clip[] }) {
  const { uploads } = useRecordingUploads();
  const shown: RecordingUploads = { ...uploads, getClips: () => clips };
  return <RecordingUploadStatus uploads={shown} />;
}

export const recordingButtonsPage = defineComponentPage({
  components: { RecordingButtons, RecordingUploadStatus, UnassignedRecordings },
  purpose: 'Record the texts of a form, and say which recordings are not uploaded or belong to no text.',
  examples: {
    default: () => <WordForm />,
    recorded: () => <WordForm recorded={[recording]} />,
    outdated: () => <WordForm recorded={[stale]} />,
    disabled: () => <WordForm disabled />,
    uploading: () => <Status clips={uploading} />,
    failed: () => <Status clips={failed} />,
  },
  keyboard: { 'Enter, Space': 'Opens the dialog to record, listen and delete.' },
  dos: [
    'Put RecordingUploadStatus into the footer of the form, and keep the form open while it shows something.',
    'Show UnassignedRecordings below the rows.',
  ],
  donts: ['Do not save a form while a recording is being uploaded.'],
});

export const playButtonPage = defineComponentPage({
  components: { PlayButton },
  purpose: 'Plays the recording of a text, and stops it.',
  examples: {
    default: () => <PlayButton url="/uploads/water.mp3" label="Play “water”" />,
    medium: () => <PlayButton url="/uploads/water.mp3" label="Play “water”" size="medium" />,
  },
  keyboard: { 'Enter, Space': 'Plays the recording, or stops it.' },
  dos: ['Name the text that is played in the label.'],
  donts: ['Do not show it without a recording.'],
});

function Refresh({ isPending = false }: { isPending?: boolean }) {
  const query = useQuery({
    queryKey: ['refresh', isPending],
    queryFn: () => (isPending ? new Promise<string>(() => {}) : Promise.resolve('lessons')),
    initialData: 'lessons',
  });
  return <RefreshButton query={query} />;
}

export const refreshButtonPage = defineComponentPage({
  components: { RefreshButton },
  purpose: 'Fetches the current page of a list again.',
  examples: {
    default: () => <Refresh />,
    loading: () => <Refresh isPending />,
  },
  keyboard: { 'Enter, Space': 'Fetches again.' },
  dos: ['Put it at the end of the toolbar.'],
  donts: ['Do not rely on it: changes of this console refresh lists by themselves.'],
});

/** A list passes the result of dnd-kit's `useSortable`. */
const sortable = {
  attributes: {
    role: 'button',
    tabIndex: 0,
    'aria-disabled': false,
    'aria-pressed': undefined,
    'aria-roledescription': 'sortable',
    'aria-describedby': '',
  },
  listeners: undefined,
  setActivatorNodeRef: () => {},
};

export const reorderPage = defineComponentPage({
  components: { DragHandle, MoveButtons },
  purpose: 'Change the place of a row: by dragging its handle, or by one place with the buttons.',
  examples: {
    default: () => <DragHandle name="First Words" sortable={sortable} />,
    disabled: () => <DragHandle name="First Words" sortable={sortable} disabled />,
    buttons: () => <MoveButtons name="First Words" index={1} count={3} onMove={() => {}} />,
    'first row': () => <MoveButtons name="First Words" index={0} count={3} onMove={() => {}} />,
  },
  keyboard: {
    'Space, then Up or Down': 'Drags the row from its handle; Space drops it, Escape cancels.',
    'Enter, Space': 'Moves the row by one place.',
  },
  dos: ['Show the buttons beside the handle, so that nobody has to drag.'],
  donts: ['Do not show them in a list of one row.'],
});

const row = (name: string, loading: boolean) => (
  <Inline>
    <ViewButton name={name} tooltip="View detail" loading={loading} onClick={ignore} />
    <DuplicateButton name={name} loading={loading} onClick={ignore} />
    <EditButton name={name} loading={loading} onClick={ignore} />
    <RowMenu
      name={name}
      loading={loading}
      extensions={{ entity: 'working', item: { id: 1, name } }}
      onDelete={ignore}
    >
      <MenuItem icon={<CopyIcon aria-hidden="true" />} onSelect={ignore}>
        Duplicate
      </MenuItem>
    </RowMenu>
  </Inline>
);

export const rowButtonsPage = defineComponentPage({
  components: { EditButton, RowMenu, ViewButton, DuplicateButton },
  purpose:
    'The actions of a row in a list: one button, and a menu with the others and those that other remotes add.',
  examples: {
    default: () => row('Greetings', false),
    loading: () => row('Greetings', true),
    'Khmer text': () => row('សួស្តី', false),
  },
  keyboard: {
    Tab: 'Goes through the buttons and shows their tooltips.',
    'Enter, Space': 'Starts the action or opens the menu.',
    'Arrow keys': 'Move in the menu.',
  },
  dos: [
    'Pass the name of the item: each button is named after it.',
    'Show one button, and put the other actions into the menu.',
  ],
  donts: ['Do not delete without a question: open DeleteDialog.'],
});
