import type { ComponentType } from 'react';

/** Loads one view or page: `async () => (await import('./lessons/lesson-list.tsx')).LessonList`. */
export type LoadComponent = () => Promise<ComponentType>;

/** The type of a remote's export `remote` in `src/remote.ts`. */
export interface RemoteModule {
  /** By the id in the manifest. */
  readonly views: Readonly<Record<string, LoadComponent>>;
  /** By the path in the manifest. */
  readonly pages: Readonly<Record<string, LoadComponent>>;
}

/**
 * Declares a remote's views and pages, in `src/remote.ts`: `export const remote = defineRemote({ views: { … } })`.
 * Every view and page of the manifest must be included; for a missing one the console shows an error panel.
 */
export function defineRemote({ views = {}, pages = {} }: Partial<RemoteModule>): RemoteModule {
  return { views, pages };
}
