import { type BackgroundTask, useConsole, useNavigation } from '@khmer-learning/console-sdk';
import {
  Button,
  bottomBarHeight,
  color,
  ProgressBar,
  radius,
  shadow,
  space,
  Text,
  zIndex,
} from '@khmer-learning/ui-kit';
import { useSyncExternalStore } from 'react';
import styled from 'styled-components';
import { useMessages } from './messages/messages.ts';

const Corner = styled.section`
  position: fixed;
  left: ${space(4)};
  bottom: calc(${bottomBarHeight} + ${space(4)});
  z-index: ${zIndex.sidebar};
  display: grid;
  gap: ${space(2)};
  width: min(18rem, calc(100vw - ${space(8)}));
`;
const Task = styled.div`
  display: grid;
  gap: ${space(2)};
  padding: ${space(3)};
  border: 1px solid ${color('border')};
  border-radius: ${radius.medium};
  background: ${color('surfaceRaised')};
  box-shadow: ${shadow.medium};
`;

export function BackgroundTasks() {
  const t = useMessages();
  const { backgroundTasks } = useConsole();
  const { openView } = useNavigation();
  const tasks = useSyncExternalStore(backgroundTasks.subscribe, backgroundTasks.list);
  if (tasks.length === 0) return null;
  const show = async ({ view, show: showInView }: BackgroundTask) => {
    await openView(view);
    showInView();
  };
  return (
    <Corner aria-label={t('backgroundTasks.label')}>
      {tasks.map((task) => (
        <Task key={`${task.view} ${task.label}`}>
          <Text size="small">
            {t('backgroundTasks.progress', { task: task.label, done: task.done, total: task.total })}
          </Text>
          <ProgressBar label={task.label} value={(task.done / task.total) * 100} />
          <Button
            size="small"
            aria-label={t('backgroundTasks.showTask', { task: task.label })}
            onClick={() => void show(task)}
          >
            {t('backgroundTasks.show')}
          </Button>
        </Task>
      ))}
    </Corner>
  );
}
