import { z } from 'zod';

const typeName = z.enum(['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']);

/** The keywords of JSON Schema that the contracts use and that have a meaning in TypeScript. */
const jsonSchema = z.object({
  $ref: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  type: z.union([typeName, z.array(typeName)]).optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).default([]),
  additionalProperties: z.unknown().optional(),
});

/** A field of an object type. */
export interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly type: string;
}

/** The prefix of a reference to another type. */
const definitions = '#/$defs/';

/**
 * The TypeScript type of a JSON Schema, as source text.
 *
 * @param indent spaces before the closing brace of an object type
 * @throws for a schema that refers to anything but `#/$defs/<name>`
 */
export function typeOf(schema: unknown, indent = ''): string {
  const { $ref, const: value, enum: values, anyOf, oneOf, type, items, ...rest } = jsonSchema.parse(schema);
  if ($ref !== undefined) {
    if (!$ref.startsWith(definitions)) throw new Error(`Unknown reference ${$ref}`);
    return $ref.slice(definitions.length);
  }
  if (value !== undefined) return literalOf(value);
  if (values !== undefined) return values.map(literalOf).join(' | ');
  const choices =
    anyOf ?? oneOf ?? (Array.isArray(type) ? type.map((one) => ({ ...rest, items, type: one })) : undefined);
  if (choices !== undefined) return [...new Set(choices.map((one) => typeOf(one, indent)))].join(' | ');
  switch (type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return type;
    case 'integer':
      return 'number';
    case 'array':
      return `Array<${typeOf(items ?? {}, indent)}>`;
    case 'object':
      if (rest.properties === undefined)
        return `Record<string, ${typeOf(rest.additionalProperties ?? {}, indent)}>`;
      return objectType(fieldsOf(schema, `${indent}  `), indent);
    default:
      return 'unknown';
  }
}

/** The fields of an object schema. */
export function fieldsOf(schema: unknown, indent = ''): readonly Field[] {
  const { properties = {}, required } = jsonSchema.parse(schema);
  return Object.entries(properties).map(([name, field]) => ({
    name,
    required: required.includes(name),
    type: typeOf(field, indent),
  }));
}

/** An object type with one field a line. */
export function objectType(fields: readonly Field[], indent = ''): string {
  const lines = fields.map(({ name, required, type }) => {
    return `${indent}  ${name}${required ? '' : '?'}: ${type}${required ? '' : ' | undefined'};\n`;
  });
  return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('')}${indent}}`;
}

/** A string, number, boolean or null as source text, in single quotes. */
export function literalOf(value: unknown): string {
  return typeof value === 'string' ? `'${value.replace(/[\\']/g, '\\$&')}'` : JSON.stringify(value);
}
