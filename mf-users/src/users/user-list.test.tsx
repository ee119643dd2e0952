import {
  clickButton,
  clickHeaderAction,
  errorResponse,
  type FakeApi,
  fillField,
  goBack,
  paginate,
  renderView,
  resetBrowserState,
  selectOption,
} from '@khmer-learning/console-sdk/testing';
import { axeViolations, columnHeaders } from '@khmer-learning/ui-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeUsersApi, invitedTeacher, teacherUser, testAdmin } from '../testing/user-fixtures.ts';
import { UserList } from './user-list.tsx';

const open = () => renderView(UserList, 'users', { user: testAdmin });
let api: FakeApi;

const lastQuery = () => Object.fromEntries(api.sent('GET', '/api/users').at(-1)?.query ?? []);

beforeEach(() => {
  resetBrowserState();
  api = fakeUsersApi();
});

describe('the list of users', () => {
  it('shows who they are, their status, last sign-in and day of change', async () => {
    open();
    const row = await screen.findByRole('row', { name: /Dara/ });
    for (const text of ['Kim', 'dara@khmer.local', 'Teacher', 'Active', 'May 6, 2026', 'May 4, 2026']) {
      expect(within(row).getByText(text)).toBeTruthy();
    }
    const inactive = screen.getByRole('row', { name: /Rith/ });
    for (const text of ['Student', 'Inactive', 'Never'])
      expect(within(inactive).getByText(text)).toBeTruthy();
    expect(columnHeaders()).toEqual([
      'First Name',
      'Last Name',
      'Email',
      'Role',
      'Status',
      'Second factor',
      'Last Login',
      'Update',
      'Actions',
    ]);
    expect(
      within(row)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label')),
    ).toEqual(['Edit Dara Kim']);
  });

  it('is in Khmer on a Khmer page, but for what people have written', async () => {
    renderView(UserList, 'users', { user: testAdmin, language: 'km' });
    expect(await screen.findByRole('searchbox', { name: 'ស្វែងរកអ្នក\u2060ប្រើ' })).toBeTruthy();
    const row = await screen.findByRole('row', { name: /Dara/ });
    for (const text of ['Kim', 'dara@khmer.local', 'គ្រូ\u2060បង្រៀន', 'សកម្ម', '6 ឧសភា 2026'])
      expect(within(row).getByText(text)).toBeTruthy();
    expect(columnHeaders()).toEqual([
      'នាមខ្លួន',
      'នាមត្រកូល',
      'អ៊ីមែល',
      'តួនាទី',
      'ស្ថាន\u2060ភាព',
      'ការផ្ទៀងផ្ទាត់ជាន់ទីពីរ',
      'ចូលចុង\u2060ក្រោយ',
      'កែចុង\u2060ក្រោយ',
      'សកម្មភាព',
    ]);
    expect(screen.getByText('បង្ហាញអ្នក\u2060ប្រើ 1 ដល់ 4 នៃ 4')).toBeTruthy();
  });

  it('is filtered, searched and paged by the service, fifteen at a time', async () => {
    const many = Array.from({ length: 17 }, (_, index) => ({ ...teacherUser, id: index + 1 }));
    api.route('GET /api/users', ({ query }) => ({
      body: { users: paginate(many, query), total: many.length },
    }));
    const { user } = open();
    expect(await screen.findByText('Showing 1 to 15 of 17 users')).toBeTruthy();
    expect(lastQuery()).toEqual({ limit: '15', offset: '0' });
    await clickButton('Next');
    expect(await screen.findByText('Showing 16 to 17 of 17 users')).toBeTruthy();
    await selectOption('Role', 'Teacher');
    await selectOption('Status', 'Inactive');
    await user.type(screen.getByRole('searchbox', { name: 'Search users' }), 'kim');
    await waitFor(() =>
      expect(lastQuery()).toEqual({
        limit: '15',
        offset: '0',
        role: 'teacher',
        isActive: 'false',
        search: 'kim',
      }),
    );
  });

  it.each([
    ['Role', ['All roles', 'Admin', 'Teacher', 'Student']],
    ['Status', ['All statuses', 'Active', 'Inactive', 'Invited']],
  ])('can be filtered by %s', async (label, options) => {
    const { user } = open();
    await user.click(screen.getByRole('combobox', { name: label }));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(options);
  });

  it('ignores filters that do not exist', async () => {
    window.history.replaceState(null, '', '#/users?role=parent&isActive=perhaps&level=Beginner');
    open();
    await screen.findByText('Dara');
    expect(window.location.hash).toBe('#/users');
    for (const { query } of api.sent('GET', '/api/users'))
      expect(Object.keys(Object.fromEntries(query))).toEqual(['limit', 'offset']);
  });

  it('shows an empty state when no user matches', async () => {
    api.route('GET /api/users', () => ({ body: { users: [], total: 0 } }));
    open();
    expect(await screen.findByText('No users found')).toBeTruthy();
    await selectOption('Role', 'Student');
    await clickButton('Clear filters');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull());
    expect(screen.getByText('No users found')).toBeTruthy();
  });

  it('shows the error', async () => {
    api.route('GET /api/users', () =>
      errorResponse(503, { message: 'The service is not available right now' }),
    );
    open();
    expect(await screen.findByText('Users could not be loaded')).toBeTruthy();
    expect(screen.getByText('The service is not available right now')).toBeTruthy();
  });

  it('is refetched by Refresh', async () => {
    open();
    await screen.findByText('Dara');
    api.route('GET /api/users', () => ({
      body: { users: [{ ...teacherUser, firstName: 'Darith' }], total: 1 },
    }));
    await clickButton('Refresh');
    expect(await screen.findByText('Darith')).toBeTruthy();
  });

  it('opens the form of the user that the address names, and Back closes it', async () => {
    window.history.replaceState(null, '', `#/users?open=${teacherUser.id}`);
    open();
    expect(await screen.findByRole('dialog', { name: 'Edit User' })).toBeTruthy();
    await goBack();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.hash).toBe('#/users');
  });

  it('says when the user that the address names does not exist', async () => {
    api.route('GET /api/users/99', () => errorResponse(404, { message: 'User not found' }));
    window.history.replaceState(null, '', '#/users?open=99');
    open();
    expect(await screen.findByText('User not found')).toBeTruthy();
    expect(await screen.findByText('Dara')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(window.location.hash).toBe('#/users');
  });

  it('opens the form from the header, from New User and from a row', async () => {
    open();
    await screen.findByText('Dara');
    await clickHeaderAction();
    expect(await screen.findByRole('dialog', { name: 'Create New User' })).toBeTruthy();
    await clickButton('Close');
    await clickButton('New User');
    expect(await screen.findByRole('dialog', { name: 'Create New User' })).toBeTruthy();
    await clickButton('Close');
    await clickButton('Edit Dara Kim');
    expect(await screen.findByRole('dialog', { name: 'Edit User' })).toBeTruthy();
  });
});

describe('inviting', () => {
  const invite = 'POST /api/users/invitations';

  async function openInvite(): Promise<HTMLElement> {
    open();
    await clickButton('Invite');
    return screen.findByRole('dialog', { name: 'Invite' });
  }
  async function fillIn(): Promise<void> {
    await fillField(screen.getByLabelText('First Name'), 'Maly');
    await fillField(screen.getByLabelText('Last Name'), 'Sam');
    await fillField(screen.getByLabelText('Email'), ' Maly@Khmer.local ');
  }

  it('mails a link to a teacher, and the list shows who is invited', async () => {
    api.route(invite, () => ({ status: 201, body: invitedTeacher }));
    const dialog = await openInvite();
    expect(screen.getByRole('combobox', { name: 'Role' }).textContent).toBe('Teacher');
    expect(await axeViolations()).toEqual([]);
    await fillIn();
    api.route('GET /api/users', () => ({ body: { users: [invitedTeacher], total: 1 } }));
    await clickButton('Send invitation', dialog);
    expect(await screen.findByText('Invitation sent')).toBeTruthy();
    expect(api.sent('POST', '/api/users/invitations')[0]?.body).toEqual({
      firstName: 'Maly',
      lastName: 'Sam',
      email: 'maly@khmer.local',
      role: 'teacher',
    });
    expect(await screen.findByText('Invited')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says so when a filter hides who was invited, and shows them', async () => {
    window.history.replaceState(null, '', '#/users?role=admin&page=2');
    api.route(invite, () => ({ status: 201, body: invitedTeacher }));
    api.route('GET /api/users', ({ query }) => ({
      body: { users: query.has('role') ? [testAdmin] : [invitedTeacher, testAdmin], total: 20 },
    }));
    const dialog = await openInvite();
    await fillIn();
    await clickButton('Send invitation', dialog);
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('hide what you have just created');
    expect(await axeViolations()).toEqual([]);
    await clickButton('Show', notice);
    expect(await screen.findByRole('row', { name: /Maly/ })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(window.location.hash).toBe('#/users');
    await selectOption('Role', 'Admin');
    await waitFor(() => expect(screen.queryByRole('row', { name: /Maly/ })).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('needs names and an email, and says on its field that the email is taken', async () => {
    const message = 'Email is already in use';
    api.route(invite, () => errorResponse(409, { message, code: 'conflict' }));
    const dialog = await openInvite();
    await clickButton('Send invitation', dialog);
    expect(await screen.findByText('Firstname is required')).toBeTruthy();
    expect(screen.getByText('Invalid email address')).toBeTruthy();
    await fillIn();
    await clickButton('Send invitation', dialog);
    await waitFor(() => expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getAllByText(message).length).toBeGreaterThan(1);
  });
});

describe('the second factor of staff', () => {
  const policy = { requiredOf: 'off', from: null, version: 0, without: { admins: 1, teachers: 2 } };
  const openPolicy = async () => {
    api.route('GET /api/second-factor-policy', () => ({ body: policy }));
    open();
    await screen.findByText('Dara');
    await clickButton('Second factor');
    await screen.findByRole('radiogroup');
    return screen.getByRole('dialog', { name: 'Second factor of staff' });
  };

  it('is required of admins or everyone from a day on, by default in two weeks', async () => {
    const dialog = await openPolicy();
    expect(await within(dialog).findByText('Without one now: 1 admin, 2 teachers')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Admins and teachers' }));
    expect(await axeViolations()).toEqual([]);
    const day = within(dialog).getByLabelText<HTMLInputElement>('From').value;
    expect(Date.parse(day) - Date.now()).toBeGreaterThan(12 * 86_400_000);
    api.route('PUT /api/second-factor-policy', () =>
      errorResponse(409, { message: 'Set up your own second factor before you require one from today on' }),
    );
    await clickButton('Save Changes', dialog);
    expect(await screen.findByText(/^Set up your own second factor/)).toBeTruthy();
    api.route('PUT /api/second-factor-policy', () => ({ body: { ...policy, version: 1 } }));
    await clickButton('Save Changes', dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [sent] = api.sent('PUT', '/api/second-factor-policy');
    expect(sent?.body).toEqual({ requiredOf: 'everyone', from: `${day}T00:00:00.000Z` });
  });

  it('says when it cannot be loaded', async () => {
    api.route('GET /api/second-factor-policy', () => ({ status: 500, body: {} }));
    open();
    await screen.findByText('Dara');
    await clickButton('Second factor');
    expect(await screen.findByText('Second factor of staff could not be loaded')).toBeTruthy();
  });
});
