import { type Role, roles, staffRoles } from '@khmer-learning/contracts';
import type { SelectOption } from '@khmer-learning/ui-kit';

export const roleLabels: Readonly<Record<Role, string>> = {
  admin: 'Admin',
  teacher: 'Teacher',
  student: 'Student',
};

const toOption = (role: Role): SelectOption => ({ value: role, label: roleLabels[role] });
export const roleOptions: readonly SelectOption[] = roles.map(toOption);
/** The roles that an admin may give to staff. */
export const staffRoleOptions: readonly SelectOption[] = staffRoles.map(toOption);

/** The status options. The values are those of the API's `isActive` filter. */
export const userStatusOptions: readonly SelectOption[] = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
];

/** A user's first and last name. */
export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`;
}
