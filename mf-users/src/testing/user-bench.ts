import { click, type OpenViewOptions, openView } from '@khmer-learning/console-sdk/testing';
import type { User } from '@khmer-learning/contracts';
import { screen } from '@testing-library/react';
import { UserList } from '../users/user-list.tsx';
import { sokha } from './people.ts';

/** A text field of the dialog on top, by its label. */
export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

export async function openNewUser(options: OpenViewOptions = {}): Promise<HTMLElement> {
  openView(UserList, 'users', { user: sokha, ...options });
  await click('New User');
  return screen.findByRole('dialog', { name: 'Create New User' });
}

export async function openUser(
  { firstName, lastName }: User,
  options: OpenViewOptions = {},
): Promise<HTMLElement> {
  openView(UserList, 'users', { user: sokha, ...options });
  await screen.findByText(firstName);
  await click(`Edit ${firstName} ${lastName}`);
  return screen.findByRole('dialog', { name: 'Edit User' });
}
