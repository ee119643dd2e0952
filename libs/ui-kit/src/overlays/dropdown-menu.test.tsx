import '../testing.ts';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Button, DropdownMenu, MenuItem, MenuLabel, MenuRadioGroup, MenuSeparator } from '../index.ts';
import { axeViolations } from '../testing.ts';

type Choice = 'system' | 'dark';

function UserMenu({ onLogout }: { onLogout: () => void }) {
  const [choice, setChoice] = useState<Choice>('system');
  return (
    <DropdownMenu trigger={<Button>Account</Button>}>
      <MenuLabel>admin@khmer.local</MenuLabel>
      <MenuRadioGroup<Choice>
        label="Appearance"
        value={choice}
        onValueChange={setChoice}
        options={[
          { value: 'system', label: 'System' },
          { value: 'dark', label: 'Dark' },
        ]}
      />
      <MenuSeparator />
      <MenuItem onSelect={onLogout}>Logout</MenuItem>
    </DropdownMenu>
  );
}

test('works with the keyboard and returns focus', async () => {
  const logout = jest.fn();
  render(<UserMenu onLogout={logout} />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('menu');
  await userEvent.keyboard('{End}{Enter}');
  expect(logout).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('menu')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Account' })));
});

test('marks and changes the choice in a radio group', async () => {
  render(<UserMenu onLogout={() => {}} />);
  await userEvent.click(screen.getByRole('button', { name: 'Account' }));
  expect(screen.getByRole('menuitemradio', { name: 'System' }).getAttribute('aria-checked')).toBe('true');
  expect(await axeViolations(screen.getByRole('menu'))).toEqual([]);
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Dark' }));
  await userEvent.click(screen.getByRole('button', { name: 'Account' }));
  expect(screen.getByRole('menuitemradio', { name: 'Dark' }).getAttribute('aria-checked')).toBe('true');
});
