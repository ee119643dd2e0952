import {
  consoleRoles,
  isContractSupported,
  type RemoteManifest,
  remoteManifestSchema,
  viewIconNames,
  viewManifestSchema,
} from '@khmer-learning/console-sdk';
import { z } from 'zod';

/** What a console can do without knowing: a later one may have more icons, places and roles. */
const views = z.array(
  viewManifestSchema.extend({
    icon: z.string().pipe(z.enum(viewIconNames).catch('shapes')),
    placement: z.string().pipe(viewManifestSchema.shape.placement.catch('sidebar')),
    roles: z
      .array(z.string())
      .min(1)
      .transform((roles) => consoleRoles.filter((role) => roles.includes(role))),
  }),
);
const lenientManifestSchema = remoteManifestSchema.extend({ views });
const contractOnlySchema = z.object({ contract: z.string() });

const warnings: Readonly<Record<string, string>> = {
  icon: 'its icon is not known here, and another is shown',
  placement: 'its place is not known here, and it stands in the sidebar',
  roles: 'a role of it is not known here, and is left out',
};

/** A remote's manifest as this console can use it. */
export interface ParsedManifest {
  /** Null when it cannot be used. */
  readonly manifest: RemoteManifest | null;
  /** Why it cannot be used. */
  readonly problem: string | undefined;
  /** What this console does not know, and does without. */
  readonly warnings: readonly string[];
}

/** Reads what the gateway has as a remote's manifest. Never throws: what cannot be read is said in `problem`. */
export function parseManifest(value: unknown): ParsedManifest {
  const { data: manifest, error } = lenientManifestSchema.safeParse(value);
  if (manifest === undefined) {
    const range = contractOnlySchema.safeParse(value).data?.contract;
    const problem =
      range !== undefined && !isContractSupported(range)
        ? `It needs console ${range}.`
        : `Its manifest cannot be used: ${reasonOf(error)}.`;
    return { manifest: null, problem, warnings: [] };
  }
  const unknown = remoteManifestSchema.safeParse(value).error?.issues ?? [];
  return {
    manifest,
    problem: undefined,
    warnings: unknown.map(({ path: [, index, field] }) => {
      const view = manifest.views[Number(index)];
      return `${view?.label}: ${warnings[String(field)]}`;
    }),
  };
}

function reasonOf({ issues: [first] }: z.ZodError): string {
  return first === undefined ? 'it is empty' : `${first.path.join('.')}: ${first.message}`;
}
