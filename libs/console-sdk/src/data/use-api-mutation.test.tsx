import { KitProvider } from '@khmer-learning/ui-kit';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError, NetworkError } from '../api/api-error.ts';
import { createQueryClient } from './query-client.ts';
import { auditKeys, dashboardStatsKey, queryKeys } from './query-keys.ts';
import { type ApiMutationOptions, useApiMutation } from './use-api-mutation.ts';

const keys = queryKeys('lessons');

function Lessons({
  fetchList,
  fetchStats,
  fetchTrail,
  ...options
}: Partial<ApiMutationOptions<string, { id: number }>> & {
  fetchList: () => Promise<number>;
  fetchStats: () => Promise<number>;
  fetchTrail: () => Promise<number>;
}) {
  const list = useQuery({ queryKey: keys.list({ level: 'Beginner' }), queryFn: fetchList });
  const stats = useQuery({ queryKey: dashboardStatsKey, queryFn: fetchStats });
  const trail = useQuery({ queryKey: auditKeys.list(), queryFn: fetchTrail });
  const create = useApiMutation({
    call: async (_title: string) => ({ id: 1 }),
    successMessage: 'Lesson created successfully',
    failureMessage: 'Failed to create lesson',
    invalidates: [keys.all],
    ...options,
  });
  return (
    <>
      <p>
        List {list.data}, stats {stats.data}
      </p>
      <p>Trail {trail.data}</p>
      <button type="button" onClick={() => create.mutate('Greetings')}>
        Create
      </button>
    </>
  );
}

function open(options: Partial<Parameters<typeof Lessons>[0]> = {}) {
  let lists = 0;
  let stats = 0;
  let trails = 0;
  render(
    <KitProvider>
      <QueryClientProvider client={createQueryClient()}>
        <Lessons
          fetchList={async () => ++lists}
          fetchStats={async () => ++stats}
          fetchTrail={async () => ++trails}
          {...options}
        />
      </QueryClientProvider>
    </KitProvider>,
  );
  return screen.findByText('List 1, stats 1');
}

const create = () => userEvent.click(screen.getByRole('button', { name: 'Create' }));
const problem = (status: number, message: string) =>
  new ApiError(status, JSON.stringify({ message, code: 'x', requestId: 'r' }));
const fails = (error: Error) => ({ call: () => Promise.reject(error) });

describe('a change that succeeds', () => {
  it('shows a toast and refreshes lists and dashboard, whatever the caller does in onSuccess', async () => {
    const onSuccess = jest.fn();
    await open({ onSuccess });
    await create();
    expect(await screen.findByText('Success')).toBeTruthy();
    expect(screen.getByText('Lesson created successfully')).toBeTruthy();
    expect(await screen.findByText('List 2, stats 2')).toBeTruthy();
    expect(onSuccess).toHaveBeenCalledWith({ id: 1 }, 'Greetings');
  });
});

describe('a change of an entity', () => {
  /** Renders queries of several remotes, of which each says what it shows, and returns those that a change refreshes. */
  async function refreshedBy(changes: ApiMutationOptions<string, { id: number }>['changes']) {
    const names = ['own', 'other-remote', 'unrelated', 'earlier-version', 'not-of-queryKeys'] as const;
    const shows = { own: ['lesson'], 'other-remote': ['quiz', 'lesson'], unrelated: ['user'] } as const;
    const fetched = new Map<string, number>();
    function Data({ name }: { name: (typeof names)[number] }) {
      const { data } = useQuery({
        queryKey:
          name === 'not-of-queryKeys'
            ? [name]
            : queryKeys(name, name === 'earlier-version' ? undefined : shows[name]).list(),
        queryFn: async () => {
          fetched.set(name, (fetched.get(name) ?? 0) + 1);
          return fetched.get(name);
        },
      });
      return (
        <p>
          {name} {data}
        </p>
      );
    }
    function Save() {
      const { mutate } = useApiMutation({
        call: async (_title: string) => ({ id: 1 }),
        successMessage: 'Saved',
        failureMessage: 'Not saved',
        ...(changes === undefined ? {} : { changes }),
      });
      return (
        <button type="button" onClick={() => mutate('Greetings')}>
          Create
        </button>
      );
    }
    const { unmount } = render(
      <KitProvider>
        <QueryClientProvider client={createQueryClient()}>
          {names.map((name) => (
            <Data key={name} name={name} />
          ))}
          <Save />
        </QueryClientProvider>
      </KitProvider>,
    );
    for (const name of names) await screen.findByText(`${name} 1`);
    await create();
    await screen.findByText('Saved');
    const refreshed = names.filter((name) => fetched.get(name) === 2);
    unmount();
    return refreshed;
  }

  it('refreshes the queries of every remote that show it, and those that do not say what they show', async () => {
    expect(await refreshedBy(['lesson'])).toEqual(['own', 'other-remote', 'earlier-version']);
  });

  it('refreshes nothing else', async () => {
    expect(await refreshedBy(['user'])).toEqual(['unrelated', 'earlier-version']);
    expect(await refreshedBy(undefined)).toEqual([]);
  });
});

describe('a change that is requested twice', () => {
  const doubleClick = () => userEvent.dblClick(screen.getByRole('button', { name: 'Create' }));

  it('is sent once while it is in flight, with one toast', async () => {
    let answer = (_item: { id: number }) => {};
    const call = jest.fn(() => new Promise<{ id: number }>((resolve) => (answer = resolve)));
    const onSuccess = jest.fn();
    await open({ call, onSuccess });
    await doubleClick();
    expect(call).toHaveBeenCalledTimes(1);

    answer({ id: 1 });
    expect(await screen.findByText('List 2, stats 2')).toBeTruthy();
    expect(onSuccess).toHaveBeenCalledTimes(1);
    await create();
    expect(call).toHaveBeenCalledTimes(2);
  });

  it('can be sent again after a failure', async () => {
    const call = jest.fn(() => Promise.reject(problem(503, 'Not now')));
    await open({ call });
    await create();
    expect(await screen.findByText('Not now')).toBeTruthy();
    await create();
    await waitFor(() => expect(call).toHaveBeenCalledTimes(2));
  });
});

describe('the audit log', () => {
  it('is refetched shortly after a change, because an event updates it', async () => {
    const fetched: string[] = [];
    const fetchAs = (name: string) => async () => {
      fetched.push(name);
      return fetched.filter((one) => one === name).length;
    };
    await open({ fetchStats: fetchAs('stats'), fetchTrail: fetchAs('trail') });
    await create();
    expect(await screen.findByText('Trail 2')).toBeTruthy();
    expect(fetched.slice(2)).toEqual(['stats', 'trail']);
  });
});

describe('a change that fails', () => {
  it('shows a toast with the server’s message and refreshes nothing', async () => {
    await open(fails(problem(409, 'Lesson type titles must be unique')));
    await create();
    expect(await screen.findByText('Error')).toBeTruthy();
    expect(screen.getByText('Lesson type titles must be unique')).toBeTruthy();
    expect(screen.getByText('List 1, stats 1')).toBeTruthy();
  });

  it('shows a toast with the fallback when the server sent no message', async () => {
    await open(fails(new ApiError(502, '<html>')));
    await create();
    expect(await screen.findByText('Failed to create lesson')).toBeTruthy();
  });

  it('says that the server cannot be reached', async () => {
    await open(fails(new NetworkError(new TypeError('fetch failed'))));
    await create();
    expect(await screen.findByText(/The server cannot be reached/)).toBeTruthy();
  });

  it('shows no toast when the caller handles it, or when the session has ended', async () => {
    const onError = jest.fn((error: Error) => error instanceof ApiError && error.status === 409);
    await open({ ...fails(problem(409, 'This lesson was changed by someone else')), onError });
    await create();
    await waitFor(() => expect(onError).toHaveBeenCalled());
    expect(screen.queryByText('This lesson was changed by someone else')).toBeNull();
  });
});
