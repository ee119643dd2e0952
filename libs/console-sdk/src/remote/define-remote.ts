import type { ComponentType } from 'react';
import type { ComponentPoint, ExtensionProps } from '../extensions/extension.ts';

/** Loads one view or page: `async () => (await import('./lessons/lesson-list.tsx')).LessonList`. */
export type LoadComponent = () => Promise<ComponentType>;

/** Loads the components of a remote's extensions, by point and by the id in the manifest. */
export type ExtensionLoaders = {
  readonly [Point in ComponentPoint]?: Readonly<
    Record<string, () => Promise<ComponentType<ExtensionProps[Point]>>>
  >;
};

/** The type of a remote's export `remote` in `src/remote.ts`. */
export interface RemoteModule {
  /** By the id in the manifest. */
  readonly views: Readonly<Record<string, LoadComponent>>;
  /** By the path in the manifest. */
  readonly pages: Readonly<Record<string, LoadComponent>>;
  readonly extensions: ExtensionLoaders;
}

/**
 * Declares a remote's views, pages and components of extensions: `export const remote = defineRemote({ views: { … } })` in
 * `src/remote.ts`. For one of the manifest that is missing, the console shows an error in its place.
 */
export function defineRemote({
  views = {},
  pages = {},
  extensions = {},
}: Partial<RemoteModule>): RemoteModule {
  return { views, pages, extensions };
}
