import { z } from 'zod';

/** A JSON Schema (2020-12), as OpenAPI 3.1 embeds it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Converts a contract's schema to JSON Schema: of what a caller sends (`input`) or receives (`output`). */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' });
  return rest;
}

const objectSchema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
});

/** The fields of an object schema, and whether a caller must send each. */
export function fieldsOf(schema: z.ZodType | undefined): readonly {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}[] {
  if (!schema) return [];
  const { properties, required } = objectSchema.parse(jsonSchemaOf(schema, 'input'));
  return Object.entries(properties).map(([name, field]) => ({
    name,
    required: required.includes(name),
    schema: field,
  }));
}
