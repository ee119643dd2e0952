import { type Rights, type Role, roles, staffRoles } from '@khmer-learning/contracts';
import type { SelectOption } from '@khmer-learning/ui-kit';
import { message } from '../messages/messages.ts';

const roleIds = { admin: 'role.admin', teacher: 'role.teacher', student: 'role.student' } as const;

export const roleLabel = (role: Role): string => message(roleIds[role]);

/** What was taken from a teacher, in words: `May not publish`, `2 main lessons`. @param rights null for nothing */
export function rightsLabels(rights: Rights | null): string[] {
  const { canPublish = true, mainLessonIds = null } = rights ?? {};
  const count = mainLessonIds?.length ?? 0;
  return [
    ...(canPublish ? [] : [message('rightsLabel.mayNotPublish')]),
    ...(mainLessonIds === null ? [] : [message('rightsLabel.mainLessons', { count })]),
  ];
}

const toOption = (role: Role): SelectOption => ({ value: role, label: roleLabel(role) });
export const roleOptions = (): SelectOption[] => roles.map(toOption);
export const staffRoleOptions = (): SelectOption[] => staffRoles.map(toOption);

/** The status options. The values are those of the API's `isActive` filter. */
export const userStatusOptions = (): SelectOption[] => [
  { value: 'true', label: message('userStatus.active') },
  { value: 'false', label: message('userStatus.inactive') },
  { value: 'invited', label: message('userList.invited') },
];

export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`;
}
