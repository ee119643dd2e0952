import { type ComponentType, createContext, type ReactNode, useContext, useMemo } from 'react';
import { useSession } from '../console/console-context.ts';
import type { ComponentPoint, Extension, ExtensionProps } from './extension.ts';

/** An extension and the remote that it is from. */
export interface ProvidedExtension<E extends Extension = Extension> {
  /** The remote's name in the registry. */
  readonly remote: string;
  readonly extension: E;
}

/** An extension whose component can be loaded. */
export interface ComponentExtension<Point extends ComponentPoint = ComponentPoint> {
  readonly remote: string;
  readonly extension: { readonly point: Point; readonly id: string };
}

/** The extensions of all remotes, and their code. The shell provides it. */
export interface ExtensionSource {
  readonly extensions: readonly ProvidedExtension[];
  /** Loads a component. Rejects with an error for the user if the remote or the component is not available. */
  readonly load: <Point extends ComponentPoint>(
    extension: ComponentExtension<Point>,
  ) => Promise<ComponentType<ExtensionProps[Point]>>;
  /** Records that a component has thrown. */
  readonly reportCrash: (extension: ComponentExtension, error: unknown) => void;
}

/** The source of a console without remotes. */
export const noExtensions: ExtensionSource = {
  extensions: [],
  load: () => Promise.reject(new Error('This console has no extensions')),
  reportCrash: () => {},
};

const ExtensionsContext = createContext(noExtensions);

/** Gives its children the extensions that the signed-in user may see, in their order. */
export function ExtensionsProvider({ source, children }: { source: ExtensionSource; children: ReactNode }) {
  const { role } = useSession().user;
  const visible = useMemo(() => {
    const extensions = source.extensions
      .filter(({ extension: { roles } }) => roles === undefined || roles.some((one) => one === role))
      .toSorted((one, other) => one.extension.order - other.extension.order);
    return { ...source, extensions };
  }, [source, role]);
  return <ExtensionsContext value={visible}>{children}</ExtensionsContext>;
}

/** The extensions of all remotes that the user may see, and their code, for components that load it without `ExtensionPart`. */
export const useExtensionSource = (): ExtensionSource => useContext(ExtensionsContext);

/** The extensions of one point that the user may see, by order: `useExtensions(isFormPanel)`. */
export function useExtensions<E extends Extension>(
  isOfPoint: (extension: Extension) => extension is E,
): readonly ProvidedExtension<E>[] {
  const { extensions } = useExtensionSource();
  return useMemo(
    () =>
      extensions.flatMap(({ remote, extension }) => (isOfPoint(extension) ? [{ remote, extension }] : [])),
    [extensions, isOfPoint],
  );
}
