import '../testing.ts';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Combobox, FormField } from '../index.ts';
import { axeViolations } from '../testing.ts';
import type { ComboboxProps } from './combobox.tsx';

const lessons = [
  { value: '1', label: 'Greetings' },
  { value: '2', label: 'At the market' },
  { value: '3', label: 'ភាសាខ្មែរ' },
  { value: '4', label: 'More greetings' },
];

function Field({ onChange, ...rest }: Partial<ComboboxProps> & { onChange?: (value: string) => void }) {
  const [value, setValue] = useState(rest.value ?? '');
  const change = (next: string) => {
    setValue(next);
    onChange?.(next);
  };
  return (
    <FormField label="Lesson" error="Lesson is required">
      <Combobox options={lessons} {...rest} value={value} onValueChange={change} />
    </FormField>
  );
}

const input = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Lesson' });
const labels = () => screen.getAllByRole('option').map((option) => option.textContent);

test('finds an option by part of its label and selects it by keyboard', async () => {
  const changed = jest.fn();
  render(<Field onChange={changed} />);
  await userEvent.type(input(), 'GREET');
  expect(labels()).toEqual(['Greetings', 'More greetings']);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(changed).toHaveBeenCalledWith('4');
  expect(input().value).toBe('More greetings');
  expect(screen.queryByRole('option')).toBeNull();
});

test.each(['ភាសា\u200Bខ្មែរ', 'ភាសា\u00ADខ្មែរ\u200E'])(
  'finds Khmer regardless of invisible characters: %j',
  async (typed) => {
    render(<Field />);
    await userEvent.type(input(), typed);
    expect(labels()).toEqual(['ភាសាខ្មែរ']);
  },
);

test('offers all options when it is opened with a selection', async () => {
  render(<Field value="2" />);
  expect(input().value).toBe('At the market');
  await userEvent.click(input());
  expect(labels()).toHaveLength(4);
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('At the market');
});

test('leaving without a choice restores the selected option', async () => {
  const changed = jest.fn();
  render(<Field value="2" onChange={changed} />);
  await userEvent.type(input(), 'xyz');
  expect(screen.getByText('No results')).toBeTruthy();
  await userEvent.tab();
  expect(input().value).toBe('At the market');
  expect(changed).not.toHaveBeenCalled();
});

test('Esc closes the list and keeps what was chosen', async () => {
  const changed = jest.fn();
  render(<Field value="2" onChange={changed} />);
  await userEvent.click(input());
  await userEvent.keyboard('{ArrowDown}{Escape}');
  expect(screen.queryByRole('option')).toBeNull();
  await userEvent.keyboard('{Escape}');
  expect(input().value).toBe('At the market');
  expect(changed).not.toHaveBeenCalled();
});

test('debounces onSearch and shows its results unfiltered', async () => {
  const search = jest.fn();
  const { rerender } = render(<Field options={[]} loading onSearch={search} />);
  await userEvent.type(input(), 'mar');
  await waitFor(() => expect(search).toHaveBeenLastCalledWith('mar'));
  expect(search.mock.calls.map(([text]) => text)).not.toContain('ma');
  expect(screen.getByText('Loading...')).toBeTruthy();
  rerender(<Field options={[{ value: '9', label: 'Shopping' }]} onSearch={search} />);
  expect(labels()).toEqual(['Shopping']);
});

test('offers only matching options until the search results arrive', () => {
  jest.useFakeTimers();
  const options = ['Greetings', 'At the market'].map((label) => ({ value: label, label }));
  const { rerender } = render(<Field options={options} onSearch={() => {}} />);
  fireEvent.click(input());
  expect(labels()).toEqual(['Greetings', 'At the market']);
  fireEvent.change(input(), { target: { value: 'mar' } });
  expect(labels()).toEqual(['At the market']);
  act(() => jest.advanceTimersByTime(250));
  rerender(<Field options={options} loading onSearch={() => {}} />);
  expect(labels()).toEqual(['At the market']);
  fireEvent.keyDown(input(), { key: 'ArrowDown' });
  fireEvent.keyDown(input(), { key: 'Enter' });
  expect(input().value).toBe('At the market');
  fireEvent.change(input(), { target: { value: 'zoo' } });
  expect(screen.getByText('Loading...')).toBeTruthy();
  jest.useRealTimers();
});

test('shows the label of a selected value that is not among the options', () => {
  render(<Field options={[]} value="77" valueLabel="Numbers" />);
  expect(input().value).toBe('Numbers');
});

test('renders at most 100 options of a long list', async () => {
  const options = Array.from({ length: 250 }, (_, index) => ({
    value: `${index}`,
    label: `Lesson ${index}`,
  }));
  render(<Field options={options} />);
  await userEvent.click(input());
  expect(labels()).toHaveLength(100);
  expect(screen.getByText('150 more. Type to narrow the list.')).toBeTruthy();
  await userEvent.type(input(), '249');
  expect(labels()).toEqual(['Lesson 249']);
});

test('has no axe violations, closed or open', async () => {
  render(<Field />);
  expect(await axeViolations()).toEqual([]);
  await userEvent.click(input());
  expect(await axeViolations(screen.getByRole('listbox'))).toEqual([]);
  expect(await axeViolations(input())).toEqual([]);
});

test('Enter takes the only match that is left, also without an arrow key', async () => {
  const changed = jest.fn();
  const submitted = jest.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form onSubmit={submitted}>
      <Field onChange={changed} />
    </form>,
  );
  await userEvent.type(input(), 'greet{Enter}');
  expect(changed).not.toHaveBeenCalled();
  await userEvent.clear(input());
  await userEvent.type(input(), 'more{Enter}');
  expect(changed.mock.calls).toEqual([['4']]);
  expect(input().value).toBe('More greetings');
  expect(screen.queryByRole('option')).toBeNull();
  expect(submitted).not.toHaveBeenCalled();
});
