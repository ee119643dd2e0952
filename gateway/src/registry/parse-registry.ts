import { z } from 'zod';

const entrySchema = z.object({
  name: z
    .string({ error: 'name is missing' })
    .regex(/^[a-z][a-z0-9-]*$/, 'name must be lower-case letters, digits and hyphens'),
  entry: z
    .string({ error: 'entry is missing' })
    .refine(
      isEntryUrl,
      'entry must be an http(s) address or a path such as /remotes/content/mf-manifest.json',
    ),
  manifest: z.record(z.string(), z.unknown()).optional(),
});
export type RegistryEntry = z.output<typeof entrySchema>;

const registrySchema = z
  .union([z.array(z.unknown()), z.object({ remotes: z.array(z.unknown()) })])
  .transform((value) => (Array.isArray(value) ? value : value.remotes));

/** A row of the registry: a valid entry, or the problem with it. */
export type RegistryRow =
  | { readonly entry: RegistryEntry }
  | { readonly name: string; readonly problem: string };

function isEntryUrl(entry: string): boolean {
  return /^\/[^/\\]/.test(entry) || /^https?:$/.test(URL.parse(entry)?.protocol ?? '');
}

/**
 * Parses a registry. Each row is validated separately, so that an invalid row does not affect the others.
 *
 * @throws when the text as a whole is not a list of remotes
 */
export function parseRegistry(text: string): readonly RegistryRow[] {
  const names = new Set<string>();
  return registrySchema.parse(JSON.parse(text)).map((value) => {
    const parsed = entrySchema.safeParse(value);
    const name = z.object({ name: z.string() }).safeParse(value).data?.name ?? '';
    if (!parsed.success)
      return { name, problem: parsed.error.issues[0]?.message ?? 'This entry is not valid' };
    if (names.has(name)) return { name, problem: 'This name is listed twice' };
    names.add(name);
    return { entry: parsed.data };
  });
}
