import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';

/** The OpenAPI 3.1 document of `/api/v1`, generated from these contracts. */
export const v1OpenApi = endpoint({
  id: 'v1.openApi',
  service: 'gateway',
  method: 'GET',
  path: '/api/v1/openapi.json',
  access: 'public',
  summary: 'This API as an OpenAPI 3.1 document',
  response: z.record(z.string(), z.unknown()),
});

/** The interactive HTML documentation of `/api/v1`. */
export const v1Docs = endpoint({
  id: 'v1.docs',
  service: 'gateway',
  method: 'GET',
  path: '/api/v1/docs',
  access: 'public',
  summary: 'Interactive documentation of this API',
  responseType: 'binary',
  response: z.unknown(),
});
