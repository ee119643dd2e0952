import { DragHandle, MoveButtons } from '@khmer-learning/console-kit';
import { defineComponentPage } from '../component-page.ts';

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
