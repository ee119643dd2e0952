import { HistoryButton } from '@khmer-learning/console-kit';
import { useApi } from '@khmer-learning/console-sdk';
import {
  type Lesson,
  lessonsGet,
  lessonsVersionGet,
  lessonsVersionRestore,
  lessonsVersions,
} from '@khmer-learning/contracts';
import { defineComponentPage } from '../component-page.ts';
import { exampleIds } from '../example-api.ts';

const endpoints = { list: lessonsVersions, get: lessonsVersionGet, restore: lessonsVersionRestore };

function History({ id, disabled = false }: { id: number; disabled?: boolean }) {
  const api = useApi();
  return (
    <HistoryButton<Lesson>
      itemType="lesson"
      id={id}
      disabled={disabled}
      endpoints={endpoints}
      fetchItem={() => api.call(lessonsGet, { params: { id } })}
      compare={(earlier, later) => [{ label: 'Title', theirs: earlier.title, yours: later.title }]}
      unsavedHint={null}
      changes={[]}
      onRestored={() => {}}
    />
  );
}

export const historyButtonPage = defineComponentPage({
  components: { HistoryButton },
  purpose: 'Opens the earlier versions of an item, which can be compared and restored.',
  examples: {
    default: () => <History id={exampleIds.filled} />,
    empty: () => <History id={exampleIds.empty} />,
    error: () => <History id={exampleIds.failing} />,
    disabled: () => <History id={exampleIds.filled} disabled />,
  },
  keyboard: { 'Enter, Space': 'Opens the history; selects a version.', Esc: 'Closes it.' },
  dos: ['Compare values as users know them: titles, not ids.'],
  donts: ['Do not show it for an item that is not saved yet.'],
});
