import { type Role, roles } from '@khmer-learning/contracts';
import type { SelectOption } from '@khmer-learning/ui-kit';

export const roleLabels: Readonly<Record<Role, string>> = {
  admin: 'Admin',
  teacher: 'Teacher',
  student: 'Student',
};

export const roleOptions: readonly SelectOption[] = roles.map((role) => ({
  value: role,
  label: roleLabels[role],
}));

/** A user's status by `isActive`, as the API's filter spells it. */
export const userStatusOptions: readonly SelectOption[] = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
];

/** What the signed-in person calls somebody. */
export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`;
}
