import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { eventDefinition } from '../core/event.ts';
import { isoDate } from '../core/fields.ts';
import type { Role } from '../core/identity.ts';

const service = 'users';

/** Of whom a school requires a second factor; `everyone` are admins and teachers. Learners never need one. */
export const secondFactorRequirements = ['off', 'admins', 'everyone'] as const;
const requirementSchema = z.enum(secondFactorRequirements);
export type SecondFactorRequirement = z.infer<typeof requirementSchema>;

/** The latest date that a school can announce. */
export const maxSecondFactorNoticeDays = 366;
const invalidDate = 'Choose a date within the next year';
const maxNoticeMs = maxSecondFactorNoticeDays * 24 * 60 * 60_000;

/** Of whom a second factor is required, and from when on. */
export const secondFactorPolicyBody = z.object({
  requiredOf: requirementSchema,
  from: z.iso
    .datetime(invalidDate)
    .refine((from) => Date.parse(from) <= Date.now() + maxNoticeMs, invalidDate),
});

const secondFactorPolicySchema = z.object({
  requiredOf: requirementSchema,
  /** null until it is first saved. */
  from: isoDate.nullable(),
  /** 0 until it is first saved. */
  version: z.number().int(),
  /** Active accounts that have no second factor, by role. */
  without: z.object({ admins: z.number().int(), teachers: z.number().int() }),
});
export type SecondFactorPolicy = z.infer<typeof secondFactorPolicySchema>;

/** Changes of the policy. There is one, with the id 1. */
export const secondFactorPolicyEvent = eventDefinition({
  service,
  entity: 'second-factor-policy',
  state: z.object({ requiredOf: requirementSchema, from: isoDate }),
});

/** Whether a policy is about a role, from its date on. */
export function concernsRole(requiredOf: SecondFactorRequirement, role: Role): boolean {
  return role === 'admin' ? requiredOf !== 'off' : role === 'teacher' && requiredOf === 'everyone';
}

/** From when on who is signed in needs a second factor, and whether that is now; null for who has one, or needs none. */
export const secondFactorDueSchema = z.object({ from: isoDate, isMissing: z.boolean() }).nullable();
export type SecondFactorDue = z.infer<typeof secondFactorDueSchema>;

export const secondFactorPolicyGet = endpoint({
  id: 'secondFactorPolicy.get',
  service,
  method: 'GET',
  path: '/api/second-factor-policy',
  access: 'admin',
  summary: 'Who must have a second factor',
  response: secondFactorPolicySchema,
});

/** 409 for an admin without a second factor who requires one of admins from now on. */
export const secondFactorPolicyUpdate = endpoint({
  id: 'secondFactorPolicy.update',
  service,
  method: 'PUT',
  path: '/api/second-factor-policy',
  access: 'admin',
  recentProof: true,
  summary: 'Set who must have a second factor',
  body: secondFactorPolicyBody,
  response: secondFactorPolicySchema,
});
