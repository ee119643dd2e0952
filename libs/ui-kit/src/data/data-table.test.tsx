import '../testing.ts';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { type Column, DataTable, EmptyState, IconButton, PencilIcon } from '../index.ts';
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
