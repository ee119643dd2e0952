import '../testing.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Tabs, TextInput } from '../index.ts';
import { axeViolations } from '../testing.ts';

type Name = 'vocabulary' | 'free';

function Editor({ keepMounted = false, refuse = false }: { keepMounted?: boolean; refuse?: boolean }) {
  const [value, setValue] = useState<Name>('vocabulary');
  return (
    <Tabs<Name>
      label="Content"
      value={value}
      onValueChange={(next) => !refuse && setValue(next)}
      keepMounted={keepMounted}
      tabs={[
        { value: 'vocabulary', label: 'Vocabulary', content: <TextInput aria-label="English Word" /> },
        { value: 'free', label: 'Free Text', content: <TextInput aria-label="Text" /> },
      ]}
    />
  );
}

const selected = () => screen.getByRole('tab', { selected: true }).textContent;

test('the arrow keys change the tab', async () => {
  render(<Editor />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  expect(selected()).toBe('Free Text');
  expect(screen.getByRole('tabpanel', { name: 'Free Text' })).toBeTruthy();
  expect(await axeViolations()).toEqual([]);
});

test('keeps typed text when another tab is visited', async () => {
  render(<Editor keepMounted />);
  await userEvent.type(screen.getByLabelText('English Word'), 'Where?');
  await userEvent.click(screen.getByRole('tab', { name: 'Free Text' }));
  await userEvent.click(screen.getByRole('tab', { name: 'Vocabulary' }));
  expect(screen.getByLabelText<HTMLInputElement>('English Word').value).toBe('Where?');
});

test('the parent can refuse the change', async () => {
  render(<Editor refuse />);
  await userEvent.click(screen.getByRole('tab', { name: 'Free Text' }));
  expect(selected()).toBe('Vocabulary');
});
