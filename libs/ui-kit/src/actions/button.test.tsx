import '../testing.ts';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef, type Ref, useState } from 'react';
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

describe('a pressed button that is disabled while loading', () => {
  async function press(extra: { gone?: boolean; ref?: Ref<HTMLButtonElement> } = {}) {
    const page = (loading: boolean, shown = true) => (
      <main tabIndex={-1}>
        <input aria-label="Title" />
        {shown ? (
          <Button loading={loading} ref={extra.ref}>
            Try again
          </Button>
        ) : null}
      </main>
    );
    const { rerender } = render(page(false));
    await userEvent.click(screen.getByRole('button'));
    rerender(page(true));
    // Browsers remove focus from a disabled element; jsdom does not.
    act(() => {
      screen.getByRole('textbox').focus();
      screen.getByRole('textbox').blur();
    });
    expect(document.activeElement).toBe(document.body);
    return { finish: () => rerender(page(false, !extra.gone)) };
  }

  test('gets focus back when loading ends', async () => {
    const ref = createRef<HTMLButtonElement>();
    const { finish } = await press({ ref });
    finish();
    expect(document.activeElement).toBe(screen.getByRole('button'));
    expect(ref.current).toBe(screen.getByRole('button'));
  });

  test('leaves focus where the user has moved it', async () => {
    const { finish } = await press();
    await userEvent.click(screen.getByLabelText('Title'));
    finish();
    expect(document.activeElement).toBe(screen.getByLabelText('Title'));
  });

  test('moves focus to the main content when it is removed', async () => {
    const { finish } = await press({ gone: true });
    finish();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  });
});

function Selection() {
  const [isShown, setIsShown] = useState(true);
  return (
    <main tabIndex={-1}>
      {isShown ? <Button onClick={() => setIsShown(false)}>Clear selection</Button> : null}
    </main>
  );
}

test('a button that is removed when it is pressed moves focus to the main content', async () => {
  render(<Selection />);
  await userEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
});

test('an icon button has its label as name, and shows it on keyboard focus', async () => {
  render(<IconButton label="Edit Greetings" tooltip="Edit" icon={<PlusIcon aria-hidden="true" />} />);
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Greetings' }));
  expect((await screen.findByRole('tooltip')).textContent).toBe('Edit');
  expect(await axeViolations()).toEqual([]);
});
