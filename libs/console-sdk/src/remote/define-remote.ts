import type { ComponentType } from 'react';

/** Loads one view or page: `async () => (await import('./lessons/lesson-list.tsx')).LessonList`. */
export type LoadComponent = () => Promise<ComponentType>;

/** What a remote's `src/remote.ts` exports as `remote`. */
export interface RemoteModule {
  /** By the id in the manifest. */
  readonly views: Readonly<Record<string, LoadComponent>>;
  /** By the path in the manifest. */
  readonly pages: Readonly<Record<string, LoadComponent>>;
}

/**
 * Declares what a remote brings, in `src/remote.ts`: `export const remote = defineRemote({ views: { … } })`.
 * Every view and page of the manifest must be here; one that is missing shows an error panel in its place.
 */
export function defineRemote({ views = {}, pages = {} }: Partial<RemoteModule>): RemoteModule {
  return { views, pages };
}
