import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';

/** What the reader chose: a scheme, or to follow the system. */
export type Appearance = 'system' | 'light' | 'dark';

const storageKey = 'khmer-learning.appearance';

/** Storage may be full or forbidden; the choice then lasts until the page is left. */
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
    // Kept in memory only.
  }
}

interface AppearanceValue {
  appearance: Appearance;
  setAppearance: (appearance: Appearance) => void;
}

const AppearanceContext = createContext<AppearanceValue>({ appearance: 'system', setAppearance: () => {} });

/**
 * Puts the reader's choice on the page as `data-theme` and remembers it in this browser. Without a choice
 * the page follows `prefers-color-scheme`, in CSS alone.
 */
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

/**
 * The chosen appearance and its setter.
 * @returns `{ appearance, setAppearance }`; outside an `AppearanceProvider`, `system` and a setter without effect
 */
export function useAppearance(): AppearanceValue {
  return useContext(AppearanceContext);
}
