import type { purchaseEvent } from '../commerce/purchase.ts';
import type { itemEntities } from '../items.ts';
import type { privacyPolicyEvent } from '../users/privacy-policy.ts';
import type { apiKeyEvent, userEvent } from '../users/users.events.ts';

/** The name of an entity that users edit, as in its events and in the audit log. */
export type EntityName =
  | (typeof itemEntities)[number]
  | (typeof apiKeyEvent | typeof privacyPolicyEvent | typeof purchaseEvent | typeof userEvent)['entity'];
