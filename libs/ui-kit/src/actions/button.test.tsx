import '../testing.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button, IconButton, PlusIcon } from '../index.ts';
import { axeViolations } from '../testing.ts';

test('does not submit a form unless told to', async () => {
  const submit = jest.fn((event) => event.preventDefault());
  render(
    <form onSubmit={submit}>
      <Button>Show Preview</Button>
      <Button type="submit">Sign in</Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Show Preview' }));
  expect(submit).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(submit).toHaveBeenCalledTimes(1);
});

test('while loading it is disabled, busy and reads its loading label', async () => {
  const click = jest.fn();
  render(
    <Button loading loadingLabel="Publishing..." onClick={click}>
      Publish Lesson
    </Button>,
  );
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Publishing...' });
  expect(button.disabled).toBe(true);
  expect(button.getAttribute('aria-busy')).toBe('true');
  await userEvent.click(button);
  expect(click).not.toHaveBeenCalled();
});

test('an icon button has its label as name, and shows it on keyboard focus', async () => {
  render(<IconButton label="Edit Greetings" tooltip="Edit" icon={<PlusIcon aria-hidden="true" />} />);
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Greetings' }));
  expect((await screen.findByRole('tooltip')).textContent).toBe('Edit');
  expect(await axeViolations()).toEqual([]);
});
