import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';

/** The user's choice: light, dark, or the system's setting. */
export type Appearance = 'system' | 'light' | 'dark';

const storageKey = 'khmer-learning.appearance';

/** Returns `system` when storage is forbidden or has no valid value. */
function readStoredAppearance(): Appearance {
  try {
    const value = localStorage.getItem(storageKey);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    return 'system';
  }
}

function storeAppearance(appearance: Appearance): void {
  try {
    if (appearance === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, appearance);
  } catch {
    // Storage is full or forbidden: the choice is lost on the next page load.
  }
}

interface AppearanceValue {
  appearance: Appearance;
  setAppearance: (appearance: Appearance) => void;
}

const AppearanceContext = createContext<AppearanceValue>({ appearance: 'system', setAppearance: () => {} });

/** Sets the user's choice as `data-theme` on the page and stores it. Without one the CSS follows `prefers-color-scheme`. */
export function AppearanceProvider({ children }: { children: ReactNode }) {
  const [appearance, setState] = useState(readStoredAppearance);

  useLayoutEffect(() => {
    if (appearance === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = appearance;
  }, [appearance]);

  const setAppearance = useCallback((next: Appearance) => {
    storeAppearance(next);
    setState(next);
  }, []);

  const value = useMemo(() => ({ appearance, setAppearance }), [appearance, setAppearance]);
  return <AppearanceContext value={value}>{children}</AppearanceContext>;
}

/** The current appearance and its setter; outside an `AppearanceProvider`, `system` and a setter that does nothing. */
export function useAppearance(): AppearanceValue {
  return useContext(AppearanceContext);
}
