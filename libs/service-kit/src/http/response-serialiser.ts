import { hash } from 'node:crypto';
import type { Endpoint } from '@khmer-learning/contracts';
import fastJsonStringify from 'fast-json-stringify';
import { z } from 'zod';

type ResponseSerialiser = (response: unknown) => string;

const serialisers = new WeakMap<Endpoint, ResponseSerialiser>();

/**
 * The serialiser of an endpoint's responses. `mountEndpoint` sends its text, so a hash of the text is that of the body.
 *
 * It leaves out undeclared fields, writes required ones before optional ones, and throws when a required one is missing.
 */
export function responseSerialiserOf(endpoint: Endpoint): ResponseSerialiser {
  const serialise = serialisers.get(endpoint) ?? fastJsonStringify(responseJsonSchema(endpoint.response));
  serialisers.set(endpoint, serialise);
  return serialise;
}

/** The SHA-256, in hex, of the body that `mountEndpoint` sends for a response of this endpoint. */
export function hashResponse<const E extends Endpoint>(
  endpoint: E,
  response: z.input<E['response']>,
): string {
  return hash('sha256', responseSerialiserOf(endpoint)(response), 'hex');
}

type JsonSchema = { [key: string]: unknown };

/**
 * The JSON schema with which Fastify serialises a response, so that undeclared fields are never sent.
 *
 * Zod generates `additionalProperties: false`, with which the serialiser would reject a union's member instead of
 * dropping extra fields, and nullable fields as unions, which are slow to serialise. Both are rewritten.
 */
export function responseJsonSchema(response: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(response, { io: 'output', target: 'draft-7' });
  return allowExtraProperties(schema) as JsonSchema;
}

function allowExtraProperties(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(allowExtraProperties);
  if (node === null || typeof node !== 'object') return node;
  const result: JsonSchema = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === 'additionalProperties' && value === false) continue;
    result[key] = allowExtraProperties(value);
  }
  return mergeNullable(result);
}

function mergeNullable(schema: JsonSchema): JsonSchema {
  if (!Array.isArray(schema.anyOf) || schema.anyOf.length !== 2) return schema;
  const members = schema.anyOf as JsonSchema[];
  const value = members.find((member) => member.type !== 'null');
  const hasNull = members.some((member) => member.type === 'null');
  if (!hasNull || typeof value?.type !== 'string') return schema;
  const { anyOf: _members, ...rest } = schema;
  return { ...rest, ...value, nullable: true };
}
