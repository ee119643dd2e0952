import { useCallback, useSyncExternalStore } from 'react';

/** Whether the screen is as a media query says: `(min-width: 80rem)`. It follows changes. */
export function useScreen(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
