import {
  commandSchema,
  consoleRoles,
  extensionSchema,
  featureFlagSchema,
  isContractSupported,
  pageManifestSchema,
  type RemoteManifest,
  remoteManifestSchema,
  searchSourceSchema,
  viewIconNames,
  viewManifestSchema,
} from '@khmer-learning/console-sdk';
import { z } from 'zod';

/** What is read before everything else: enough to name the remote and to say which console it requires. */
const headSchema = z.object({
  name: remoteManifestSchema.shape.name,
  contract: remoteManifestSchema.shape.contract,
  version: remoteManifestSchema.shape.version,
});

const { label, build, uses } = remoteManifestSchema.shape;

const iconSchema = z.enum(viewIconNames).catch('shapes');

/** Accepts what later versions of the console may add: icons, placements, roles, fields, and forms of optional fields. */
const lenientViewSchema = z.object({
  ...viewManifestSchema.shape,
  icon: z.string().pipe(iconSchema),
  placement: z.string().pipe(viewManifestSchema.shape.placement.catch('sidebar')),
  roles: z
    .array(z.string())
    .min(1)
    .transform((roles) => consoleRoles.filter((role) => roles.includes(role))),
  subtitle: viewManifestSchema.shape.subtitle.catch(undefined),
  action: z.object(viewManifestSchema.shape.action.unwrap().shape).optional().catch(undefined),
  menuGroup: viewManifestSchema.shape.menuGroup.catch(undefined),
});
const lenientPageSchema = z.object(pageManifestSchema.shape);
const lenientFlagSchema = z.object({
  ...featureFlagSchema.shape,
  description: featureFlagSchema.shape.description.catch(undefined),
});

const fallbacks: Readonly<Record<string, string>> = {
  icon: 'a default icon is shown',
  placement: 'it is shown in the sidebar',
};

/** A remote's manifest, reduced to what this console supports. */
export interface ParsedManifest {
  readonly manifest: RemoteManifest | null;
  readonly problem: string | undefined;
  /** The parts of the manifest that this console does not support and ignores. */
  readonly warnings: readonly string[];
}

/**
 * Parses a remote's manifest as listed by the gateway: name, contract and version first, then each part alone, so that an unknown part
 * never hides the rest. Never throws: `problem` says why it cannot be used, `warnings` what was left out.
 */
export function parseManifest(value: unknown): ParsedManifest {
  const issues = remoteManifestSchema.safeParse(value).error?.issues ?? [];
  const { data: head, error } = headSchema.safeParse(value);
  if (head === undefined) return { manifest: null, problem: invalid(error.issues), warnings: [] };

  const fields = fieldsOf(value);
  const views = readEach(fields.views, (view) => lenientViewSchema.safeParse(view).data);
  const pages = readEach(fields.pages, (page) => lenientPageSchema.safeParse(page).data);
  const extensions = readEach(fields.extensions, (one) => readKnown(extensionSchema, one));
  const searchSources = readEach(fields.searchSources, (one) => readKnown(searchSourceSchema, one));
  const commands = readEach(fields.commands, (one) => readKnown(commandSchema, one));
  const read = { views, pages, extensions, searchSources, commands };
  // With a contract that is not supported, the remote is shown anyway, to say which console it requires.
  if (
    views.size === 0 &&
    issues.some(({ path }) => path[0] === 'views') &&
    isContractSupported(head.contract)
  )
    return { manifest: null, problem: invalid(issues), warnings: [] };
  return {
    manifest: {
      ...head,
      label: label.safeParse(fields.label).data ?? head.name,
      build: build.safeParse(fields.build).data ?? head.version,
      uses: uses.safeParse(fields.uses).data,
      views: [...views.values()],
      pages: [...pages.values()],
      flags: readFlags(fields.flags),
      extensions: [...extensions.values()],
      searchSources: [...searchSources.values()],
      commands: [...commands.values()],
    },
    problem: undefined,
    warnings: [...new Set(issues.flatMap((issue) => warningsOf(issue, fields, read)))],
  };
}

function invalid([first]: readonly z.core.$ZodIssue[]): string {
  const reason = first === undefined ? 'it is empty' : `${first.path.join('.')}: ${first.message}`;
  return `Its manifest is not valid: ${reason}.`;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return z.record(z.string(), z.unknown()).safeParse(value).data ?? {};
}

/** The readable items of a list, by their position in it. */
function readEach<T>(list: unknown, read: (item: unknown) => T | undefined): ReadonlyMap<number, T> {
  const items = Array.isArray(list) ? list : [];
  return new Map(
    items.flatMap((item, index) => {
      const data = read(item);
      return data === undefined ? [] : [[index, data] as const];
    }),
  );
}

function readFlags(value: unknown): RemoteManifest['flags'] {
  const flags = Object.entries(fieldsOf(value)).flatMap(([name, flag]) => {
    const { data } = lenientFlagSchema.safeParse(flag);
    return data === undefined ? [] : [[name, data] as const];
  });
  return flags.length === 0 ? undefined : Object.fromEntries(flags);
}

/** A part without what this console does not know of it: fields, icons and roles. */
function readKnown<Part>(schema: z.ZodType<Part>, value: unknown): Part | undefined {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const known = { ...fieldsOf(JSON.parse(JSON.stringify(value))) };
  for (const issue of read.error.issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    const parent = issue.path.reduce<unknown>((at, key) => Reflect.get(Object(at), key), known);
    for (const key of issue.keys) Reflect.deleteProperty(Object(parent), key);
  }
  const { icon, roles } = known;
  if (typeof icon === 'string') known.icon = iconSchema.parse(icon);
  if (Array.isArray(roles)) known.roles = consoleRoles.filter((role) => roles.includes(role));
  return schema.safeParse(known).data;
}

const partNames = {
  views: 'view',
  pages: 'page',
  extensions: 'extension',
  searchSources: 'search source',
  commands: 'command',
} as const;
type ListName = keyof typeof partNames;
const isListName = (field: unknown): field is ListName =>
  typeof field === 'string' && Object.hasOwn(partNames, field);

type ReadItems = Readonly<Record<ListName, ReadonlyMap<number, unknown>>>;

/** What this console does about one difference between a manifest and its contract. */
function warningsOf(
  issue: z.core.$ZodIssue,
  fields: Readonly<Record<string, unknown>>,
  read: ReadItems,
): string[] {
  const [list, index, ...inItem] = issue.path;
  if (!isListName(list) || index === undefined) return ignored(issue, issue.path);
  const at = Number(index);
  const item = Array.isArray(fields[list]) ? fieldsOf(fields[list][at]) : {};
  const name = [item.label, item.title, item.id].find((text) => typeof text === 'string') ?? `${list}.${at}`;
  const texts = read[list].has(at)
    ? ignored(issue, inItem)
    : [`${reasonOf(issue, inItem, item)}; the ${partNames[list]} is left out`];
  return texts.map((text) => `${name}: ${text}`);
}

function reasonOf(
  issue: z.core.$ZodIssue,
  path: readonly PropertyKey[],
  item: Readonly<Record<string, unknown>>,
): string {
  if (issue.code === 'invalid_union' && path[0] === 'point') return `unknown extension point ${item.point}`;
  return [...path, issue.message].join(': ');
}

function ignored(issue: z.core.$ZodIssue, path: readonly PropertyKey[]): string[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `unknown field ${[...path, key].join('.')}; it is ignored`);
  const [field] = path;
  const noun = field === 'roles' ? 'role' : String(field);
  return [`unknown ${noun}; ${fallbacks[noun] ?? 'it is ignored'}`];
}
