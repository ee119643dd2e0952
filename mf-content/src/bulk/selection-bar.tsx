import type { LessonSummary } from '@khmer-learning/contracts';
import {
  Button,
  color,
  headerHeight,
  Inline,
  radius,
  shadow,
  space,
  Text,
  zIndex,
} from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { BulkActionDialog } from './bulk-action-dialog.tsx';
import { bulkTask } from './bulk-task.ts';
import { formatLessonCount, type LessonAction, lessonActions } from './lesson-actions.ts';
import { useBulkTask } from './use-bulk-task.ts';

/* Sticky, so that it stays visible while the list is scrolled. */
const Bar = styled(Inline)`
  position: sticky;
  top: ${headerHeight};
  z-index: ${zIndex.raised};
  padding: ${space(2)} ${space(3)};
  border: 1px solid ${color('border')};
  border-radius: ${radius.medium};
  background: ${color('surfaceSelected')};
  box-shadow: ${shadow.small};
`;

interface SelectionBarProps {
  selected: readonly LessonSummary[];
  onDeselect: (id: number) => void;
  onClear: () => void;
}

/** The bulk actions for the selected lessons, which may be on several pages. */
export function SelectionBar({ selected, onDeselect, onClear }: SelectionBarProps) {
  // The task has a snapshot of the selection: each lesson is deselected as soon as it is done.
  const { task, begin, offerUndo } = useBulkTask({ onDeselect });
  return (
    <>
      {selected.length === 0 ? null : (
        <Bar role="group" aria-label="Selected lessons" justify="between">
          <Inline gap={3}>
            <Text role="status">{`${formatLessonCount(selected.length)} selected`}</Text>
            <Button size="small" variant="ghost" onClick={onClear}>
              Clear selection
            </Button>
          </Inline>
          <Inline>
            {Object.values(lessonActions).map((action: LessonAction) => {
              const lessons = selected.filter(action.appliesTo);
              return (
                <Button
                  key={action.label}
                  size="small"
                  disabled={lessons.length === 0 || task !== null}
                  onClick={() => begin(action, lessons)}
                >
                  {`${action.label} (${lessons.length})`}
                </Button>
              );
            })}
          </Inline>
        </Bar>
      )}
      {task?.isShown ? (
        <BulkActionDialog
          key={task.action.label}
          {...task}
          offerUndo={(description, done) => offerUndo(task.action, description, done)}
          onHide={() => bulkTask.show(false)}
          onClose={bulkTask.close}
        />
      ) : null}
    </>
  );
}
