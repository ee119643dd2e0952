import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { eventDefinition } from '../core/event.ts';
import { isoDate } from '../core/fields.ts';

const service = 'users';

/** Maximum length of the policy's text, in characters. */
export const privacyPolicyMaxLength = 50_000;

/** The school's privacy policy: plain text, paragraphs separated by blank lines. Empty until an admin writes it. */
export const privacyPolicySchema = z.object({
  text: z.string(),
  /** 0 until it is first saved. */
  version: z.number().int(),
  /** null until it is first saved. */
  updatedAt: isoDate.nullable(),
});
export type PrivacyPolicy = z.infer<typeof privacyPolicySchema>;

export const privacyPolicyBody = z.object({
  text: z
    .string({ error: 'Text is required' })
    .max(privacyPolicyMaxLength, `Must be at most ${privacyPolicyMaxLength} characters`),
});

export const privacyPolicyGet = endpoint({
  id: 'privacyPolicy.get',
  service,
  method: 'GET',
  path: '/api/privacy-policy',
  access: 'public',
  summary: 'The privacy policy',
  response: privacyPolicySchema,
});

export const privacyPolicyUpdate = endpoint({
  id: 'privacyPolicy.update',
  service,
  method: 'PUT',
  path: '/api/privacy-policy',
  access: 'admin',
  summary: 'Write the privacy policy',
  body: privacyPolicyBody,
  response: privacyPolicySchema,
});

/** The policy as an HTML page, which app stores and learners open. */
export const privacyPolicyPage = endpoint({
  id: 'privacyPolicy.page',
  service: 'gateway',
  method: 'GET',
  path: '/privacy-policy',
  access: 'public',
  summary: 'The privacy policy as a page',
  responseType: 'binary',
  response: z.unknown(),
});

/** Changes of the privacy policy. There is one, with the id 1. */
export const privacyPolicyEvent = eventDefinition({
  service,
  entity: 'privacy-policy',
  state: z.object({ text: z.string(), updatedAt: isoDate }),
});
