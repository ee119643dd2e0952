import '../testing.ts';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Button, DataTable, SearchInput } from '../index.ts';
import { axeViolations } from '../testing.ts';

function Search({ onChange, debounceMs }: { onChange: (value: string) => void; debounceMs?: number }) {
  const [value, setValue] = useState('');
  const change = (next: string) => {
    setValue(next);
    onChange(next);
  };
  return (
    <>
      <SearchInput
        label="Search lessons"
        value={value}
        onChange={change}
        {...(debounceMs === undefined ? {} : { debounceMs })}
      />
      <Button onClick={() => setValue('')}>Clear filters</Button>
      <input aria-label="Other" />
    </>
  );
}

const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search lessons' });

/** Types with fake timers, so that a slow machine does not trigger the debounce between two keys. */
async function type(keys: string): Promise<void> {
  await userEvent.setup({ advanceTimers: jest.advanceTimersByTime }).type(box(), keys);
}

describe('the search text', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('is reported once, after typing stops', async () => {
    const changed = jest.fn();
    render(<Search onChange={changed} debounceMs={60} />);
    await type('hello');
    expect(changed).not.toHaveBeenCalled();
    act(() => jest.advanceTimersByTime(60));
    expect(changed.mock.calls).toEqual([['hello']]);
  });

  test('is reported at once on Enter, and not a second time', async () => {
    const changed = jest.fn();
    render(<Search onChange={changed} debounceMs={60} />);
    await type('hello{Enter}');
    expect(changed.mock.calls).toEqual([['hello']]);
    act(() => jest.advanceTimersByTime(600));
    expect(changed).toHaveBeenCalledTimes(1);
  });
});

test('the clear button empties it at once and keeps the focus', async () => {
  const changed = jest.fn();
  render(<Search onChange={changed} />);
  await userEvent.type(box(), 'hello{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(changed).toHaveBeenLastCalledWith('');
  expect(box().value).toBe('');
  expect(document.activeElement).toBe(box());
});

test('follows a value changed from outside', async () => {
  render(<Search onChange={() => {}} />);
  await userEvent.type(box(), 'hello{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(box().value).toBe('');
});

test('a slash focuses the search, but not while the user types in another field', async () => {
  render(<Search onChange={() => {}} />);
  await userEvent.keyboard('/');
  expect(document.activeElement).toBe(box());
  expect(box().value).toBe('');

  const other = screen.getByRole<HTMLInputElement>('textbox', { name: 'Other' });
  await userEvent.type(other, 'a/b');
  expect(other.value).toBe('a/b');
  expect(await axeViolations()).toEqual([]);
});

describe('the keys from the search to the list', () => {
  const rows = (titles: readonly string[], refreshing: boolean) => (
    <>
      <SearchInput label="Search lessons" value="" onChange={() => {}} />
      <DataTable
        caption="Lessons"
        columns={[{ id: 'title', header: 'Title', main: true, cell: (title: string) => title }]}
        rows={titles}
        rowKey={(title) => title}
        rowName={(title) => title}
        refreshing={refreshing}
        empty={<p>None</p>}
        onOpen={() => {}}
      />
    </>
  );
  const focused = () => document.activeElement?.textContent;

  test.each(['{Enter}', '{ArrowDown}'])('%s leads to the first row', async (key) => {
    render(rows(['Greetings', 'Numbers'], false));
    await userEvent.type(box(), key);
    expect(focused()).toBe('Greetings');
    await userEvent.keyboard('j');
    expect(focused()).toBe('Numbers');
  });

  test('they wait for what is being fetched', async () => {
    const { rerender } = render(rows(['Old'], true));
    await userEvent.type(box(), 'num{Enter}');
    expect(document.activeElement).toBe(box());
    rerender(rows(['Numbers'], false));
    await waitFor(() => expect(focused()).toBe('Numbers'));
  });

  test('who goes on typing or leaves stays there', async () => {
    const { rerender } = render(rows(['Old'], true));
    await userEvent.type(box(), 'num{Enter}b');
    rerender(rows(['Numbers'], false));
    await act(async () => {});
    expect(document.activeElement).toBe(box());
    rerender(rows([], false));
    await userEvent.type(box(), '{Enter}');
    await userEvent.tab();
    rerender(rows(['Later'], false));
    await act(async () => {});
    expect(focused()).not.toBe('Later');
  });
});
