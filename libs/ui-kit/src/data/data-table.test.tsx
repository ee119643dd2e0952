import '../testing.ts';
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { type Column, DataTable, Dialog, EmptyState, IconButton, PencilIcon, SearchInput } from '../index.ts';
import { axeViolations } from '../testing.ts';
import type { DataTableProps } from './data-table.tsx';

interface Lesson {
  id: number;
  title: string;
  level: string;
}

const lessons: Lesson[] = [
  { id: 2, title: 'At the market', level: 'Advanced' },
  { id: 1, title: 'Greetings', level: 'Beginner' },
];

const columns: Column<Lesson>[] = [
  { id: 'lesson', header: 'Lesson', cell: (lesson) => lesson.title },
  { id: 'level', header: 'Level', cell: (lesson) => lesson.level },
];

function Lessons(props: Partial<DataTableProps<Lesson, number>>) {
  return (
    <DataTable
      caption="Lessons"
      columns={columns}
      rows={lessons}
      rowKey={(lesson) => lesson.id}
      rowName={(lesson) => lesson.title}
      empty={<EmptyState title="No lessons found" hint="Create your first lesson to get started" />}
      actions={(lesson) => (
        <IconButton label={`Edit ${lesson.title}`} icon={<PencilIcon aria-hidden="true" />} size="small" />
      )}
      {...props}
    />
  );
}

function Selectable({ onChange }: { onChange: (selected: number[]) => void }) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set([99]));
  const change = (next: ReadonlySet<number>) => {
    setSelected(next);
    onChange([...next]);
  };
  return <Lessons selection={{ selected, onChange: change }} />;
}

const names = (role: string) => screen.getAllByRole(role).map((element) => element.textContent);

test('shows rows under their headers, with the actions of each', async () => {
  render(<Lessons />);
  expect(screen.getByRole('table', { name: 'Lessons' })).toBeTruthy();
  expect(names('columnheader')).toEqual(['Lesson', 'Level', 'Actions']);
  const [, first] = screen.getAllByRole('row');
  expect(within(first as HTMLElement).getByRole('button', { name: 'Edit At the market' })).toBeTruthy();
  expect(await axeViolations()).toEqual([]);
});

test('shows skeleton rows while loading', async () => {
  render(<Lessons rows={undefined} skeletonRows={4} />);
  const table = screen.getByRole('table', { name: 'Lessons, loading' });
  expect(table.getAttribute('aria-busy')).toBe('true');
  expect(screen.getAllByRole('row')).toHaveLength(5);
  expect(await axeViolations()).toEqual([]);
});

test('keeps the rows while newer ones are fetched', () => {
  render(<Lessons refreshing />);
  expect(screen.getByText('Greetings')).toBeTruthy();
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
});

test('says so when there are none', async () => {
  render(<Lessons rows={[]} />);
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getByText('No lessons found')).toBeTruthy();
  expect(await axeViolations()).toEqual([]);
});

test('says why they could not be loaded, and tries again', async () => {
  const retry = jest.fn();
  render(
    <Lessons
      rows={undefined}
      error={{ title: 'Lessons could not be loaded', message: 'Service unavailable', onRetry: retry }}
    />,
  );
  expect(screen.getByRole('alert').textContent).toContain('Service unavailable');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledTimes(1);
  expect(await axeViolations()).toEqual([]);
});

test('rows are selected one by one or all of the page, and those of other pages stay selected', async () => {
  const changed = jest.fn();
  render(<Selectable onChange={changed} />);
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows on this page' });

  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Greetings' }));
  expect(changed).toHaveBeenLastCalledWith([99, 1]);
  expect(all.indeterminate).toBe(true);

  await userEvent.click(all);
  expect(changed).toHaveBeenLastCalledWith([99, 1, 2]);
  expect(all.checked).toBe(true);

  await userEvent.click(all);
  expect(changed).toHaveBeenLastCalledWith([99]);
  expect(await axeViolations()).toEqual([]);
});

describe('rows that open', () => {
  const opened = jest.fn<undefined, [number]>();
  let openedTabs: jest.SpyInstance;
  const Openable = (props: Partial<DataTableProps<Lesson, number>>) => (
    <Lessons
      onOpen={({ id }) => opened(id)}
      addressOf={({ id }) => `#/lessons?open=${id}`}
      selection={{ selected: new Set(), onChange: () => {} }}
      {...props}
    />
  );
  beforeEach(() => {
    opened.mockClear();
    openedTabs = jest.spyOn(window, 'open').mockReturnValue(null);
  });
  afterEach(() => jest.restoreAllMocks());

  const focused = () => document.activeElement?.textContent;

  test('open by a click anywhere but on their controls', async () => {
    render(<Openable />);
    await userEvent.click(screen.getByText('Beginner'));
    expect(opened).toHaveBeenLastCalledWith(1);
    expect(focused()).toBe('Greetings');
    await userEvent.click(screen.getByRole('link', { name: 'At the market' }));
    expect(opened).toHaveBeenLastCalledWith(2);
    expect(opened).toHaveBeenCalledTimes(2);

    await userEvent.click(screen.getByRole('button', { name: 'Edit Greetings' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Greetings' }));
    expect(opened).toHaveBeenCalledTimes(2);
    expect(window.location.hash).toBe('');
    expect(await axeViolations()).toEqual([]);
  });

  test('do not open while their text is selected', () => {
    render(<Openable />);
    const level = screen.getByText('Beginner');
    window.getSelection()?.selectAllChildren(level);
    fireEvent.click(level);
    window.getSelection()?.selectAllChildren(screen.getByRole('link', { name: 'Greetings' }));
    expect(fireEvent.click(screen.getByRole('link', { name: 'Greetings' }))).toBe(false);
    expect(opened).not.toHaveBeenCalled();

    window.getSelection()?.removeAllRanges();
    fireEvent.click(level);
    expect(opened).toHaveBeenCalledTimes(1);
  });

  test('open a new tab with a modifier or the middle button, and leave the link to the browser', () => {
    render(<Openable />);
    const level = screen.getByText('Beginner');
    fireEvent.click(level, { ctrlKey: true });
    fireEvent.click(level, { metaKey: true });
    fireEvent(level, new MouseEvent('auxclick', { button: 1, bubbles: true }));
    expect(openedTabs.mock.calls).toEqual(Array(3).fill(['#/lessons?open=1', '_blank', 'noopener']));

    const link = screen.getByRole('link', { name: 'Greetings' });
    expect(link.getAttribute('href')).toBe('#/lessons?open=1');
    fireEvent(link, new MouseEvent('auxclick', { button: 1, bubbles: true }));
    link.addEventListener('click', (event) => event.preventDefault());
    fireEvent.click(link, { ctrlKey: true });
    expect(openedTabs).toHaveBeenCalledTimes(3);
    expect(opened).not.toHaveBeenCalled();
  });

  test('open by Enter, and j, k and the arrow keys move between them', async () => {
    render(<Openable />);
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(document.body);
    await userEvent.keyboard('j');
    expect(focused()).toBe('At the market');
    await userEvent.keyboard('j');
    expect(focused()).toBe('Greetings');
    await userEvent.keyboard('j');
    expect(focused()).toBe('Greetings');
    await userEvent.keyboard('{ArrowUp}');
    expect(focused()).toBe('At the market');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(opened).toHaveBeenLastCalledWith(1);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Greetings' }));
    await userEvent.keyboard('k');
    expect(focused()).toBe('At the market');
  });

  test('leave their keys to a field, and to a dialog that covers them', async () => {
    const { rerender } = render(
      <>
        <SearchInput label="Search" value="" onChange={() => {}} />
        <Openable />
      </>,
    );
    await userEvent.type(screen.getByRole('searchbox'), 'jk');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    rerender(
      <>
        <Openable />
        <Dialog open title="Rename">
          Nothing to fill in
        </Dialog>
      </>,
    );
    await userEvent.keyboard('j');
    expect(focused()).not.toBe('At the market');
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
  });

  test('have a button when their item has no address', async () => {
    render(<Lessons onOpen={({ id }) => opened(id)} />);
    await userEvent.click(screen.getByRole('button', { name: 'Greetings' }));
    expect(opened).toHaveBeenLastCalledWith(1);
    fireEvent.click(screen.getByText('Beginner'), { ctrlKey: true });
    expect(opened).toHaveBeenCalledTimes(2);
    expect(openedTabs).not.toHaveBeenCalled();
    expect(await axeViolations()).toEqual([]);
  });
});

test('shows the title, its description and each value once in rows of two lines', async () => {
  const compact: Column<Lesson>[] = [
    {
      id: 'lesson',
      header: 'Lesson',
      main: true,
      icon: () => <span>✎</span>,
      cell: ({ title }) => title,
      description: ({ id }) => `Lesson ${id}`,
    },
    { id: 'level', header: 'Level', narrow: 'line', cell: ({ level }) => level },
    { id: 'id', header: 'Number', cell: ({ id }) => id },
  ];
  render(<Lessons columns={compact} onOpen={() => {}} addressOf={() => '#'} />);
  const row = screen.getByRole('row', { name: /Greetings/ });
  const cells = within(row).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual(['✎GreetingsLesson 1', 'Beginner', '1', '']);
  expect(within(row).getByRole('link', { name: 'Greetings' })).toBeTruthy();
  expect(await axeViolations()).toEqual([]);
});

test('sorts by the header of a column, by mouse and keyboard: ascending, descending, and as before', async () => {
  const changes = jest.fn();
  function Sorted() {
    const [value, setValue] = useState<string | null>(null);
    const onChange = (sort: string | null) => {
      changes(sort);
      setValue(sort);
    };
    const sortable = columns.map((column) =>
      column.id === 'lesson' ? { ...column, sort: 'title' } : column,
    );
    return <Lessons columns={sortable} sorting={{ value, onChange }} />;
  }
  render(<Sorted />);
  const header = () => screen.getByRole('columnheader', { name: 'Lesson' }).getAttribute('aria-sort');
  expect(screen.getByRole('columnheader', { name: 'Level' }).hasAttribute('aria-sort')).toBe(false);
  expect(header()).toBe('none');
  await userEvent.click(screen.getByRole('button', { name: 'Lesson' }));
  expect(header()).toBe('ascending');
  await userEvent.keyboard('{Enter}');
  expect(header()).toBe('descending');
  await userEvent.keyboard(' ');
  expect(header()).toBe('none');
  // Cards have no headers.
  await userEvent.click(screen.getByRole('combobox', { name: 'Sort by', hidden: true }));
  await userEvent.click(screen.getByRole('option', { name: 'Lesson, descending' }));
  expect(changes.mock.calls).toEqual([['title'], ['-title'], [null], ['-title']]);
  expect(await axeViolations()).toEqual([]);
});
