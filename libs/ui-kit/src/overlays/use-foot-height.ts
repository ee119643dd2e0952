import { type RefCallback, useCallback } from 'react';

/** The footers of the open full-screen dialogs, the topmost last. */
const feet: HTMLElement[] = [];

function publishHeight(): void {
  const height = feet.at(-1)?.offsetHeight ?? 0;
  document.documentElement.style.setProperty('--kl-dialog-foot-height', `${height}px`);
}

/**
 * Keeps `--kl-dialog-foot-height` at the height of the topmost full-screen dialog's footer, so that toasts stay above its buttons.
 * @returns the footer's ref
 */
export function useFootHeight(): RefCallback<HTMLElement> {
  return useCallback((foot: HTMLElement | null) => {
    if (foot === null) return undefined;
    feet.push(foot);
    publishHeight();
    // jsdom has none, and remotes of other repositories test in it.
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(publishHeight);
    observer?.observe(foot);
    return () => {
      observer?.disconnect();
      feet.splice(feet.indexOf(foot), 1);
      publishHeight();
    };
  }, []);
}
