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
  toast,
  zIndex,
} from '@khmer-learning/ui-kit';
import { useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { BulkActionDialog } from './bulk-action-dialog.tsx';
import { formatLessonCount, type LessonAction, lessonActions } from './lesson-actions.ts';

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

interface BulkTask {
  action: LessonAction;
  lessons: readonly LessonSummary[];
  /** The user has agreed already. */
  startsAtOnce: boolean;
}

interface SelectionBarProps {
  selected: readonly LessonSummary[];
  onDeselect: (id: number) => void;
  onClear: () => void;
}

/** The bulk actions for the selected lessons, which may be on several pages. */
export function SelectionBar({ selected, onDeselect, onClear }: SelectionBarProps) {
  // A snapshot of the selection: each lesson is deselected as soon as it is done.
  const [task, setTask] = useState<BulkTask | null>(null);
  const offeredToast = useRef<number | null>(null);
  // What is undone is shown in this view.
  useEffect(() => () => toast.dismiss(offeredToast.current ?? 0), []);
  const offerUndo = ({ undo }: LessonAction, description: string, done: readonly LessonSummary[]) => {
    const message = { tone: 'success', title: 'Success', description } as const;
    if (undo === undefined) {
      toast.show(message);
      return;
    }
    const onSelect = () => setTask({ action: undo, lessons: done, startsAtOnce: true });
    offeredToast.current = toast.show({ ...message, action: { label: 'Undo', onSelect } });
  };
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
                  disabled={lessons.length === 0}
                  onClick={() => setTask({ action, lessons, startsAtOnce: false })}
                >
                  {`${action.label} (${lessons.length})`}
                </Button>
              );
            })}
          </Inline>
        </Bar>
      )}
      {task === null ? null : (
        <BulkActionDialog
          key={task.action.label}
          {...task}
          offerUndo={(description, done) => offerUndo(task.action, description, done)}
          onDone={({ id }) => onDeselect(id)}
          onClose={() => setTask(null)}
        />
      )}
    </>
  );
}
