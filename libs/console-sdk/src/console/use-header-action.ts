import { useEffect, useEffectEvent } from 'react';
import { useConsole } from './console-context.ts';

/** Sets the handler of the header button for this view. The button is disabled while no handler is set. */
export function useHeaderAction(handler: () => void): void {
  const { headerAction } = useConsole('useHeaderAction');
  const handle = useEffectEvent(handler);
  useEffect(() => headerAction.set(() => handle()), [headerAction]);
}
