import type { Endpoint } from '@khmer-learning/contracts';
import fastJsonStringify from 'fast-json-stringify';
import { responseJsonSchema } from './response-schema.ts';

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
