import { SelectAll, SelectionBar } from '@khmer-learning/console-kit';
import { Button } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';

export const selectionBarPage = defineComponentPage({
  components: { SelectionBar, SelectAll },
  purpose: 'The bar above a list in which items are selected: how many, and what can be done with them.',
  examples: {
    default: () => (
      <SelectionBar
        label="Selected lessons"
        count="3 lessons selected"
        clearLabel="Clear selection"
        onClear={() => {}}
        selectAll={
          <SelectAll
            rows={[{ id: 1 }]}
            selection={{ ids: new Set([1, 2, 3]), add: () => {} }}
            total={{ total: 315 }}
            load={async () => []}
          />
        }
      >
        <Button size="small">Publish</Button>
        <Button size="small" variant="danger">
          Delete
        </Button>
      </SelectionBar>
    ),
  },
  keyboard: { Tab: 'Goes to the next action.' },
  dos: ['Keep the selection when the page of the list changes.'],
  donts: ['Do not show it while nothing is selected.'],
});
