import {
  type Clip,
  RecordingButtons,
  RecordingUploadStatus,
  type RecordingUploads,
  UnassignedRecordings,
  useRecordingTarget,
  useRecordingUploads,
} from '@khmer-learning/console-kit';
import type { Recording } from '@khmer-learning/contracts';
import { Stack } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';

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
