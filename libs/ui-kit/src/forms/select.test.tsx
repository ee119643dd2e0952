import '../testing.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Select } from '../index.ts';
import { axeViolations } from '../testing.ts';

const options = ['all', 'Beginner', 'Intermediate', 'Advanced'].map((value) => ({
  value,
  label: value === 'all' ? 'All levels' : value,
}));

function Filter({ onChange }: { onChange?: (value: string) => void }) {
  const [value, setValue] = useState('all');
  const change = (next: string) => {
    setValue(next);
    onChange?.(next);
  };
  return <Select aria-label="Level" options={options} value={value} onValueChange={change} />;
}

test('is operated by keyboard, and gets focus back', async () => {
  const changed = jest.fn();
  render(<Filter onChange={changed} />);
  await userEvent.tab();
  const trigger = screen.getByRole('combobox', { name: 'Level' });
  expect(document.activeElement).toBe(trigger);

  await userEvent.keyboard('{Enter}');
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'All levels',
    'Beginner',
    'Intermediate',
    'Advanced',
  ]);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');

  expect(changed).toHaveBeenCalledWith('Intermediate');
  expect(trigger.textContent).toBe('Intermediate');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(document.activeElement).toBe(trigger);
});

test('Esc closes it and changes nothing', async () => {
  const changed = jest.fn();
  render(<Filter onChange={changed} />);
  await userEvent.click(screen.getByRole('combobox', { name: 'Level' }));
  await userEvent.keyboard('{ArrowDown}{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(changed).not.toHaveBeenCalled();
});

test('has no axe violations, closed or open', async () => {
  render(<Filter />);
  expect(await axeViolations()).toEqual([]);
  await userEvent.click(screen.getByRole('combobox', { name: 'Level' }));
  expect(await axeViolations(screen.getByRole('listbox'))).toEqual([]);
});
