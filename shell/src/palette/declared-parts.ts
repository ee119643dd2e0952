import {
  isContractSupported,
  type Localized,
  localizePart,
  type RemoteManifest,
  useSession,
} from '@khmer-learning/console-sdk';
import { formatDigits, useLanguage } from '@khmer-learning/ui-kit';
import { useRegistry, useRemoteLoader } from '../remotes/remotes-context.tsx';

export interface Declared<Part> {
  /** Names the remote and its part: `content/words`. */
  readonly key: string;
  readonly part: Localized<Part>;
}

type AnyPart = Pick<NonNullable<RemoteManifest['commands']>[number], 'id' | 'order' | 'roles' | 'view'>;

/** The parts of all remotes, as `partsOf` reads them from a manifest, that the user may see with these views, in their order. */
export function useDeclaredParts<Part extends AnyPart>(
  partsOf: (manifest: RemoteManifest) => readonly Part[] | undefined,
  viewIds: ReadonlySet<string>,
): readonly Declared<Part>[] {
  const { role } = useSession().user;
  const { data: registry } = useRegistry();
  const loader = useRemoteLoader();
  const { language } = useLanguage();
  const remotes = registry?.remotes.map(loader.effectiveRemote) ?? [];
  return remotes
    .flatMap(({ name, manifest, disabled }) => {
      if (manifest === null || disabled || !isContractSupported(manifest.contract)) return [];
      return (partsOf(manifest) ?? []).map((part) => ({
        key: `${name}/${part.id}`,
        part,
        shown: localizePart(part, language, formatDigits),
      }));
    })
    .filter(({ part: { view, roles } }) => viewIds.has(view) && (roles?.some((one) => one === role) ?? true))
    .toSorted((one, other) => one.part.order - other.part.order)
    .map(({ key, shown }) => ({ key, part: shown }));
}
