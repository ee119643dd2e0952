import { clickButton, type RenderViewOptions, renderView } from '@khmer-learning/console-sdk/testing';
import type { User } from '@khmer-learning/contracts';
import { screen } from '@testing-library/react';
import { UserList } from '../users/user-list.tsx';
import { testAdmin } from './user-fixtures.ts';

export const getField = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

export async function openNewUser(options: RenderViewOptions = {}): Promise<HTMLElement> {
  renderView(UserList, 'users', { user: testAdmin, ...options });
  await clickButton('New User');
  return screen.findByRole('dialog', { name: 'Create New User' });
}

export async function openUser(
  { firstName, lastName }: User,
  options: RenderViewOptions = {},
): Promise<HTMLElement> {
  renderView(UserList, 'users', { user: testAdmin, ...options });
  await screen.findByText(firstName);
  await clickButton(`Edit ${firstName} ${lastName}`);
  return screen.findByRole('dialog', { name: 'Edit User' });
}
