import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { v1Envelope } from './content.ts';

/** Subscription plans. There are none: main lessons are bought one by one. */
export const v1SubscriptionPlans = endpoint({
  id: 'v1.subscriptions.plans',
  service: 'gateway',
  method: 'GET',
  path: '/api/v1/subscription-plans',
  access: 'apiKey',
  envelope: 'v1',
  summary: 'Subscription plans: none yet',
  response: v1Envelope(z.array(z.unknown()).max(0)),
});

/** The learner's subscription: `null`, as there are no plans. Apps expect the bare value, without the envelope. */
export const v1SubscriptionsMe = endpoint({
  id: 'v1.subscriptions.me',
  service: 'gateway',
  method: 'GET',
  path: '/api/v1/subscriptions/me',
  access: 'learner',
  envelope: 'v1',
  summary: "The learner's subscription: none yet",
  response: z.null(),
});
