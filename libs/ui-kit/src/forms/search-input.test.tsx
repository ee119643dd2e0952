import '../testing.ts';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Button, SearchInput } from '../index.ts';
import { axeViolations } from '../testing.ts';

function Search({ onChange, delay }: { onChange: (value: string) => void; delay?: number }) {
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
        {...(delay === undefined ? {} : { delay })}
      />
      <Button onClick={() => setValue('')}>Clear filters</Button>
      <input aria-label="Other" />
    </>
  );
}

const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search lessons' });

test('reports once, after the typing rests', async () => {
  const changed = jest.fn();
  render(<Search onChange={changed} delay={60} />);
  await userEvent.type(box(), 'hello');
  await waitFor(() => expect(changed).toHaveBeenCalledWith('hello'));
  expect(changed).toHaveBeenCalledTimes(1);
});

test('Enter reports at once, and not a second time', async () => {
  const changed = jest.fn();
  render(<Search onChange={changed} delay={40} />);
  await userEvent.type(box(), 'hello{Enter}');
  expect(changed).toHaveBeenCalledTimes(1);
  await new Promise((resolve) => setTimeout(resolve, 80));
  expect(changed).toHaveBeenCalledTimes(1);
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

test('a slash goes to the search, but not while something else is being typed', async () => {
  render(<Search onChange={() => {}} />);
  await userEvent.keyboard('/');
  expect(document.activeElement).toBe(box());
  expect(box().value).toBe('');

  const other = screen.getByRole<HTMLInputElement>('textbox', { name: 'Other' });
  await userEvent.type(other, 'a/b');
  expect(other.value).toBe('a/b');
  expect(await axeViolations()).toEqual([]);
});
