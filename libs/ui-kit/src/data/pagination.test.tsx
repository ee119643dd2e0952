import '../testing.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Pagination } from '../index.ts';
import { axeViolations } from '../testing.ts';
import { pageRange } from './page-range.ts';

test.each([
  ['nothing', { offset: 0, limit: 15, total: 0 }, 'Showing 0 to 0 of 0 lessons', null],
  ['one row', { offset: 0, limit: 15, total: 1 }, 'Showing 1 to 1 of 1 lessons', null],
  ['a full page exactly', { offset: 0, limit: 15, total: 15 }, 'Showing 1 to 15 of 15 lessons', null],
  [
    'one more than a page',
    { offset: 15, limit: 15, total: 16 },
    'Showing 16 to 16 of 16 lessons',
    'Page 2 of 2',
  ],
  ['the middle', { offset: 15, limit: 15, total: 42 }, 'Showing 16 to 30 of 42 lessons', 'Page 2 of 3'],
  ['past the end', { offset: 900, limit: 15, total: 42 }, 'Showing 31 to 42 of 42 lessons', 'Page 3 of 3'],
  [
    'an estimated total',
    { offset: 15, limit: 15, total: 12_300, totalIsEstimate: true },
    'Showing 16 to 30 of about 12,300 lessons',
    'Page 2',
  ],
  [
    'the last page that can be reached',
    { offset: 9_990, limit: 15, total: 12_300, totalIsEstimate: true, maxOffset: 10_000 },
    'Showing 9991 to 10005 of about 12,300 lessons. Search or filter to see the others.',
    'Page 667',
  ],
  [
    'before a page that cannot be reached',
    { offset: 9_975, limit: 15, total: 12_300, maxOffset: 10_000 },
    'Showing 9976 to 9990 of 12300 lessons',
    'Page 666 of 667',
  ],
  ['before the start', { offset: -5, limit: 15, total: 42 }, 'Showing 1 to 15 of 42 lessons', 'Page 1 of 3'],
])('%s', (_name, paging, text, page) => {
  render(<Pagination {...paging} itemsLabel="lessons" onOffsetChange={() => {}} />);
  expect(screen.getByRole('status').textContent).toBe(text);
  if (page === null) expect(screen.queryByText(/^Page/)).toBeNull();
  else expect(screen.getByText(page)).toBeTruthy();
  // On one page there is nowhere to go.
  expect(screen.queryAllByRole('button')).toHaveLength(page === null ? 0 : 2);
});

test('the buttons lead to the neighbours and are disabled at the edges', async () => {
  const go = jest.fn();
  const { rerender } = render(<Pagination offset={15} limit={15} total={42} onOffsetChange={go} />);
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
  await userEvent.click(button('Next'));
  await userEvent.click(button('Previous'));
  expect(go.mock.calls).toEqual([[30], [0]]);

  rerender(<Pagination offset={0} limit={15} total={42} onOffsetChange={go} />);
  expect([button('Previous').disabled, button('Next').disabled]).toEqual([true, false]);
  expect(document.activeElement).toBe(button('Next'));
  rerender(<Pagination offset={30} limit={15} total={42} onOffsetChange={go} />);
  expect([button('Previous').disabled, button('Next').disabled]).toEqual([false, true]);
  expect(document.activeElement).toBe(button('Previous'));
  expect(await axeViolations()).toEqual([]);
});

test('past the end, previous leads to the page before the last', () => {
  expect(pageRange({ offset: 900, limit: 15, total: 42 }).previousOffset).toBe(15);
});

test('offers page sizes when there are more rows than the smallest one has', async () => {
  const resize = jest.fn();
  const sizes = { pageSizes: [15, 25, 100], onLimitChange: resize, onOffsetChange: () => {} };
  const { rerender } = render(<Pagination offset={0} limit={100} total={42} {...sizes} />);
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  await userEvent.click(screen.getByRole('combobox', { name: 'Rows per page' }));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    '15 per page',
    '25 per page',
    '100 per page',
  ]);
  await userEvent.click(screen.getByRole('option', { name: '25 per page' }));
  expect(resize.mock.calls).toEqual([[25]]);
  expect(await axeViolations()).toEqual([]);
  rerender(<Pagination offset={0} limit={15} total={15} {...sizes} />);
  expect(screen.queryByRole('combobox')).toBeNull();
});
