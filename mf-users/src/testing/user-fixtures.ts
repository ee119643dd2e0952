import { fakeApi, paginate } from '@khmer-learning/console-sdk/testing';
import { defaultRegistrationType, type User } from '@khmer-learning/contracts';

export const testAdmin: User = {
  id: 1,
  firstName: 'Sokha',
  lastName: 'Chan',
  email: 'sokha@khmer.local',
  role: 'admin',
  isActive: true,
  registrationType: defaultRegistrationType,
  lastLogin: '2026-05-06T01:30:00.000Z',
  version: 3,
  createdAt: '2026-05-01T03:00:00.000Z',
  updatedAt: '2026-05-04T03:42:00.000Z',
};

export const otherAdmin: User = {
  ...testAdmin,
  id: 2,
  firstName: 'Bopha',
  lastName: 'Keo',
  email: 'bopha@khmer.local',
};

export const teacherUser: User = {
  ...testAdmin,
  id: 3,
  firstName: 'Dara',
  lastName: 'Kim',
  email: 'dara@khmer.local',
  role: 'teacher',
};

export const inactiveStudent: User = {
  ...testAdmin,
  id: 4,
  firstName: 'Rith',
  lastName: 'Sok',
  email: 'rith@khmer.local',
  role: 'student',
  isActive: false,
  lastLogin: null,
};

export const invitedTeacher: User = {
  ...teacherUser,
  id: 5,
  firstName: 'Maly',
  lastName: 'Sam',
  email: 'maly@khmer.local',
  isActive: false,
  invitedUntil: '2999-01-01T00:00:00.000Z',
  lastLogin: null,
};

/** A fake API with the first four users. Tests override routes as needed. */
export function fakeUsersApi() {
  const allUsers = [inactiveStudent, teacherUser, otherAdmin, testAdmin];
  const api = fakeApi({
    'GET /api/users': ({ query }) => ({ body: { users: paginate(allUsers, query), total: allUsers.length } }),
  });
  for (const user of allUsers) api.route(`GET /api/users/${user.id}`, () => ({ body: user }));
  return api;
}
