import { useEffect, useEffectEvent } from 'react';
import { useConsole } from './console-context.ts';

/** Says what the header's button does in this view. The button is disabled until a view has said so. */
export function useHeaderAction(handler: () => void): void {
  const { headerAction } = useConsole('useHeaderAction');
  const handle = useEffectEvent(handler);
  useEffect(() => headerAction.set(() => handle()), [headerAction]);
}
