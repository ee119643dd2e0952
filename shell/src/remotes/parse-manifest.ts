import {
  consoleRoles,
  isContractSupported,
  type RemoteManifest,
  remoteManifestSchema,
  viewIconNames,
  viewManifestSchema,
} from '@khmer-learning/console-sdk';
import { z } from 'zod';

/** Accepts unknown icons, placements and roles: later versions of the console may add some. */
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
  icon: 'unknown icon; a default icon is shown',
  placement: 'unknown placement; it is shown in the sidebar',
  roles: 'unknown role; it is ignored',
};

/** A remote's manifest, reduced to what this console supports. */
export interface ParsedManifest {
  /** Null when it cannot be used. */
  readonly manifest: RemoteManifest | null;
  /** Why it cannot be used. */
  readonly problem: string | undefined;
  /** The parts of the manifest that this console does not support and ignores. */
  readonly warnings: readonly string[];
}

/** Parses a remote's manifest as listed by the gateway. Never throws: `problem` says why a manifest cannot be used. */
export function parseManifest(value: unknown): ParsedManifest {
  const { data: manifest, error } = lenientManifestSchema.safeParse(value);
  if (manifest === undefined) {
    const range = contractOnlySchema.safeParse(value).data?.contract;
    const problem =
      range !== undefined && !isContractSupported(range)
        ? `Requires console ${range}.`
        : `Its manifest is not valid: ${reasonOf(error)}.`;
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
