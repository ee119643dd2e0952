import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { User } from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import { createSessionPrincipal, password, startUsersApp, type UsersApp } from '../users-app.fixture.ts';
import { en } from './mail-texts.en.ts';
import { km } from './mail-texts.km.ts';

let users: UsersApp;
beforeAll(async () => {
  users = await startUsersApp();
});

const mailTo = (email: string) =>
  eventually(async () => {
    const files = await readdir(users.mailFolder);
    const mails = await Promise.all(files.map((file) => readFile(join(users.mailFolder, file), 'utf8')));
    const mail = mails.find((text) => text.includes(`\nTo: ${email}\n`));
    if (mail === undefined) throw new Error('No mail yet');
    return mail;
  });

/** Creates a user of staff who has chosen a language. */
async function createSpeaker(
  change: Partial<User>,
  language: 'en' | 'km',
  numerals: 'latn' | 'khmr' = 'latn',
) {
  const user = await users.createUser(change);
  const as = createSessionPrincipal(user);
  const body = { language, numerals };
  expect((await users.call('PUT', '/api/account/language', { as, body })).statusCode).toBe(200);
  return { ...user, as };
}

const forgot = (email: string) => users.call('POST', '/api/auth/forgot-password', { body: { email } });
const invite = async ({ as }: { as: ReturnType<typeof createSessionPrincipal> }) => {
  const email = `${randomUUID()}@example.com`;
  const body = { firstName: 'Bopha', lastName: 'Kim', email, role: 'teacher' };
  expect((await users.call('POST', '/api/users/invitations', { as, body })).statusCode).toBe(201);
  return mailTo(email);
};

it.each([
  ['en', en, 'expires in 30 minutes'],
  ['km', km, 'ក្នុងរយៈពេល ៣០ នាទី'],
] as const)(
  'mails a link for a new password in the language of the account: %s',
  async (language, texts, lifetime) => {
    const teacher = await createSpeaker({ role: 'teacher' }, language, 'khmr');
    await forgot(teacher.email);
    const mail = await mailTo(teacher.email);
    expect(mail).toContain(`Subject: ${texts.resetPassword.subject}\n`);
    expect(mail).toContain(lifetime);
    expect(mail).toMatch(/^http:\/\/\S+\/reset-password\/[\w-]{43}$/m);
  },
);

it('mails in English to somebody who has chosen no language', async () => {
  const teacher = await users.createUser({ role: 'teacher' });
  await forgot(teacher.email);
  expect(await mailTo(teacher.email)).toContain(en.resetPassword.subject);
});

it('invites in the language of the admin who does', async () => {
  const khmer = await createSpeaker({ role: 'admin' }, 'km');
  const mail = await invite(khmer);
  expect(mail).toContain(`Subject: ${km.teacherInvitation.subject}\n`);
  expect(mail).toContain(`${khmer.email} បានអញ្ជើញអ្នក`);
  expect(mail).toMatch(/ផុតកំណត់នៅថ្ងៃ\S+ \d{1,2} \S+ 20\d\d /);
  expect(await invite(await createSpeaker({ role: 'admin' }, 'en'))).toContain(en.teacherInvitation.subject);
});

it('tells the former address in the language of its user, also after the address is another one', async () => {
  const [admin, teacher] = [
    await createSpeaker({ role: 'admin' }, 'en'),
    await createSpeaker({ role: 'teacher' }, 'km'),
  ];
  const body = { email: `moved-${randomUUID()}@example.com`, currentPassword: password };
  await users.call('PUT', `/api/users/${teacher.id}`, { as: admin.as, body });
  const mail = await mailTo(teacher.email);
  expect(mail).toContain(`Subject: ${km.emailChanged.subject}\n`);
  expect(mail).toContain(`ដោយ ${admin.email}។`);
});

it('tells an admin of a new one in the language of the former', async () => {
  const admin = await createSpeaker({ role: 'admin' }, 'km');
  const teacher = await createSpeaker({ role: 'teacher' }, 'en');
  await users.call('PUT', `/api/users/${teacher.id}`, { as: admin.as, body: { role: 'admin' } });
  expect(await mailTo(admin.email)).toContain(`${teacher.email} ត្រូវបានតែងតាំងជាអ្នកគ្រប់គ្រង`);
});

it('tells the owner of an address in their language that it was registered again', async () => {
  const teacher = await createSpeaker({ role: 'teacher' }, 'km');
  const body = { firstName: 'Sok', lastName: 'Dara', email: teacher.email, password, role: 'student' };
  await users.call('POST', '/api/auth/register', { body });
  expect(await mailTo(teacher.email)).toContain(`Subject: ${km.alreadyRegistered.subject}\n`);
});

it('has each mail in Khmer, with what the English one mentions', () => {
  const namesIn = ({ subject, text }: { subject: string; text: string }) =>
    [subject, text].map((part) => [...new Set(part.match(/\{\w+\}/g))].toSorted());
  for (const kind of Object.keys(en) as (keyof typeof en)[]) {
    expect(namesIn(km[kind])).toEqual(namesIn(en[kind]));
    expect(`${km[kind].subject}${km[kind].text}`).toMatch(/[\u1780-\u17ff]/);
  }
});
