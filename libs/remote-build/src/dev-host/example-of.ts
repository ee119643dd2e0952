import { z } from 'zod';

/** The parts of a JSON schema that the contracts use. */
interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly minItems?: number;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
}

/** Texts by the name of their field; any other is the name itself and the number of its item. */
const texts: readonly (readonly [RegExp, string])[] = [
  [/(At|On|Date)$/, '2026-05-04T02:15:00.000Z'],
  [/email/i, 'sokha@khmer.local'],
  [/firstName/, 'Sokha'],
  [/lastName/, 'Chan'],
  [/url$/i, 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E'],
  [/^file$/, 'recording.mp3'],
  [/^list$/, 'lessons'],
  [/khmer/i, 'បន្ទប់'],
  [/status/i, 'published'],
];
const listLength = 3;

function textFor(name: string, number: number): string {
  if (name === 'day') return `2026-05-${String(number).padStart(2, '0')}`;
  const known = texts.find(([pattern]) => pattern.test(name))?.[1];
  return known ?? `${name.charAt(0).toUpperCase()}${name.slice(1)} ${number}`;
}

/**
 * A value that a schema accepts, for the fake API of the development host: lists have three items with the ids 1 to 3,
 * texts are named after their field. Optional fields have values, too.
 *
 * @param schema must be representable as a JSON schema; the rules of `refine` are not followed
 */
export function exampleOf(schema: z.ZodType): unknown {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

  function resolve(node: JsonSchema): JsonSchema {
    const name = node.$ref?.split('/').at(-1);
    if (name === undefined) return node;
    return name === '#' ? root : (root.$defs?.[name] ?? {});
  }

  function listOf(node: JsonSchema, name: string, depth: number): unknown[] {
    const fixed = (node.prefixItems ?? []).map((item) => build(item, name, 1, depth));
    // Lists in lists, such as sub-items of any depth, end here.
    const count = Math.max(depth > 4 ? 0 : listLength, node.minItems ?? 0) - fixed.length;
    const { items } = node;
    if (items === undefined) return fixed;
    return [
      ...fixed,
      ...Array.from({ length: Math.max(count, 0) }, (_, at) => build(items, name, at + 1, depth)),
    ];
  }

  function build(unresolved: JsonSchema, name: string, number: number, depth: number): unknown {
    const node = resolve(unresolved);
    if ('const' in node) return node.const;
    if (node.enum) return node.enum[0];
    const [choice] = node.anyOf ?? node.oneOf ?? [];
    if (choice) return build(choice, name, number, depth);
    if (node.allOf) return Object.assign({}, ...node.allOf.map((part) => build(part, name, number, depth)));
    switch (node.type) {
      case 'object':
        return Object.fromEntries(
          Object.entries(node.properties ?? {}).map(([key, part]) => [
            key,
            build(part, key, number, depth + 1),
          ]),
        );
      case 'array':
        return listOf(node, name, depth + 1);
      case 'string':
        return textFor(name, number).padEnd(node.minLength ?? 0, '.');
      case 'integer':
      case 'number':
        return Math.max(number, node.minimum ?? 0, (node.exclusiveMinimum ?? -1) + 1);
      case 'boolean':
        return true;
      default:
        return null;
    }
  }

  return build(root, 'text', 1, 0);
}
