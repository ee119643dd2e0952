import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';

/** `/api/v1` as OpenAPI 3.1, made from these contracts. */
export const v1OpenApi = endpoint({
  id: 'v1.openApi',
  service: 'gateway',
  method: 'GET',
  path: '/api/v1/openapi.json',
  access: 'public',
  summary: 'This API as an OpenAPI 3.1 document',
  response: z.record(z.string(), z.unknown()),
});

/** The same for people, to read and to try. */
export const v1Docs = endpoint({
  id: 'v1.docs',
  service: 'gateway',
  method: 'GET',
  path: '/api/v1/docs',
  access: 'public',
  summary: 'This API as a page to read and to try',
  responseType: 'binary',
  response: z.unknown(),
});
