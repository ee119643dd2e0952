import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import {
  Checkbox,
  FormField,
  PasswordInput,
  RadioGroup,
  SegmentedToggle,
  Select,
  Switch,
  TextArea,
  TextInput,
} from '../index.ts';
import { axeViolations, jsdomComputedStyle } from '../testing.ts';

const levels = [
  { value: 'Beginner', label: 'Beginner' },
  { value: 'Advanced', label: 'Advanced' },
] as const;

function Question() {
  const [value, setValue] = useState<'a' | 'b' | ''>('a');
  return (
    <FormField label="Correct answer" error="Correct answer is required" group>
      <RadioGroup
        options={[
          { value: 'a', label: 'Hello' },
          { value: 'b', label: 'Goodbye' },
        ]}
        value={value}
        onValueChange={setValue}
      />
    </FormField>
  );
}

function Pricing() {
  const [value, setValue] = useState<'free' | 'paid'>('free');
  return (
    <SegmentedToggle
      aria-label="Pricing"
      options={[
        { value: 'free', label: 'Free' },
        { value: 'paid', label: 'Paid' },
      ]}
      value={value}
      onValueChange={setValue}
    />
  );
}

function described(element: Element): string[] {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '(missing)');
}

describe.each<[string, ReactNode]>([
  ['TextInput', <TextInput key="control" />],
  ['PasswordInput', <PasswordInput key="control" />],
  ['TextArea', <TextArea key="control" />],
  ['Select', <Select key="control" options={levels} value="" onValueChange={() => {}} />],
])('%s in a field', (_name, control) => {
  test('is named by the label, described by error and hint, and marked invalid and required', async () => {
    render(
      <FormField label="Title" hint="Shown to learners" error="Title is required" required>
        {control}
      </FormField>,
    );
    const element = screen.getByLabelText('Title');
    expect(described(element)).toEqual(['Title is required', 'Shown to learners']);
    expect(element.getAttribute('aria-invalid')).toBe('true');
    expect(element.getAttribute('aria-required')).toBe('true');
    expect(await axeViolations()).toEqual([]);
  });

  test('has no such marks without them', () => {
    render(<FormField label="Title">{control}</FormField>);
    const element = screen.getByLabelText('Title');
    expect(element.getAttribute('aria-describedby')).toBeNull();
    expect(element.getAttribute('aria-invalid')).toBeNull();
    expect(element.getAttribute('aria-required')).toBeNull();
  });
});

test('a password can be shown and hidden', async () => {
  render(
    <FormField label="Password">
      <PasswordInput />
    </FormField>,
  );
  const input = screen.getByLabelText<HTMLInputElement>('Password');
  await userEvent.type(input, 'learn-khmer');
  expect(input.type).toBe('password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(input.type).toBe('text');
  expect(input.value).toBe('learn-khmer');
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(input.type).toBe('password');
});

test('a radio group is named by its field and works with the arrow keys', async () => {
  render(<Question />);
  expect(described(screen.getByRole('radiogroup', { name: 'Correct answer' }))).toEqual([
    'Correct answer is required',
  ]);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Goodbye' }).checked).toBe(true);
  expect(await axeViolations()).toEqual([]);
});

test('radios without a selection do not look selected', () => {
  const options = levels.map(({ value }) => ({ value, label: value }));
  render(
    <>
      <RadioGroup aria-label="None" options={options} value="" onValueChange={() => {}} />
      <RadioGroup aria-label="One" options={options} value="Beginner" onValueChange={() => {}} />
    </>,
  );
  const [unchosen, , chosen, other] = screen
    .getAllByRole('radio')
    .map((radio) => jsdomComputedStyle(radio).getPropertyValue('background'));
  expect(unchosen).toBe(other);
  expect(unchosen).not.toBe(chosen);
});

test('a segmented toggle is a radio group', async () => {
  render(<Pricing />);
  await userEvent.click(screen.getByText('Paid'));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Paid' }).checked).toBe(true);
  expect(await axeViolations()).toEqual([]);
});

test('checkbox and switch are toggled by their labels', async () => {
  render(
    <>
      <Checkbox indeterminate>Some lessons</Checkbox>
      <Switch>Active</Switch>
    </>,
  );
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Some lessons' }).indeterminate).toBe(true);
  await userEvent.click(screen.getByText('Active'));
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Active' }).checked).toBe(true);
  expect(await axeViolations()).toEqual([]);
});
