import { downloadBlob, useApiQuery } from '@khmer-learning/console-kit';
import {
  type ApiClient,
  ApiError,
  isSessionEndError,
  useApi,
  useApiMutation,
  userMessageOf,
  useSession,
} from '@khmer-learning/console-sdk';
import {
  type BodyOf,
  contentImports,
  type Import,
  type ImportLine,
  importMessages,
  maxListedRefusedLines,
  maxPageSize,
  peopleImports,
  type QueryOf,
  quizImports,
  type TransferKind,
  transferKinds,
} from '@khmer-learning/contracts';
import { toast } from '@khmer-learning/ui-kit';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { message } from './messages/messages.ts';

/** Identifies an import. Ids are unique only within each service. */
export interface ImportId {
  readonly kind: TransferKind;
  readonly id: number;
}

/** The calls about an import of each kind. */
export const importsOf = {
  lessons: contentImports,
  vocabulary: contentImports,
  quizzes: quizImports,
  people: peopleImports,
} as const satisfies Record<TransferKind, object>;

/** What the user may export and import. */
export function useTransferKinds(): readonly TransferKind[] {
  const { role } = useSession().user;
  return role === 'admin' ? transferKinds : transferKinds.filter((kind) => kind !== 'people');
}

const pollIntervalMs = 1000;

const importQueryKey = ({ kind, id }: ImportId) => ['imports', kind, id] as const;
export const historyQueryKey = ['imports', 'history'] as const;
const activeStates: readonly Import['state'][] = ['checking', 'applying', 'undoing'];

/** A file to save, and what is said when the server does not say why that failed. */
export interface Download {
  readonly name: string;
  readonly failure: string;
  readonly get: (api: ApiClient) => Promise<Blob>;
}

export function useDownload<D extends Download>() {
  const api = useApi();
  return useMutation({
    mutationFn: async ({ get, name }: D) => downloadBlob(await get(api), name),
    // The end of the session has its own dialog.
    onError: (error, { failure }) => isSessionEndError(error) || toast.error(userMessageOf(error, failure)),
  });
}

/** Null for what no longer exists. */
const orMissing = <T>(call: Promise<T>): Promise<T | null> =>
  call.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });

/** The current state of an import, polled while it is in progress; null if it no longer exists. */
export function usePolledImport(importId: ImportId) {
  const api = useApi();
  return useQuery({
    queryKey: importQueryKey(importId),
    queryFn: async ({ signal }) => {
      const { get } = importsOf[importId.kind];
      return orMissing(api.call(get, { params: { id: importId.id } }, { signal }));
    },
    // The cached state of an earlier visit is stale.
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data && activeStates.includes(data.state) ? pollIntervalMs : false,
  });
}

/** The user's last imports, the newest first, of the services that can be reached. */
export function useLastImports() {
  const api = useApi();
  const kinds = useTransferKinds();
  return useQuery({
    queryKey: [...historyQueryKey, kinds],
    queryFn: async ({ signal }) => {
      const lists = new Set(kinds.map((kind) => importsOf[kind].list));
      const answers = await Promise.allSettled([...lists].map((list) => api.call(list, {}, { signal })));
      const [failed, ...others] = answers.filter((answer) => answer.status === 'rejected');
      if (failed && others.length === lists.size - 1) throw failed.reason;
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.data : []));
      return found.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt)).slice(0, 20);
    },
    staleTime: 0,
  });
}

type LinesQuery = QueryOf<typeof contentImports.lines>;

/** One page of an import's lines with their outcomes, as they are since its last change. */
export function useImportLines({ kind, id, updatedAt }: Import, query: LinesQuery, enabled: boolean) {
  return useApiQuery(importsOf[kind].lines, {
    queryKey: [...importQueryKey({ kind, id }), 'lines', updatedAt, query],
    request: { params: { id }, query },
    placeholderData: keepPreviousData,
    enabled,
  });
}

export function useRefusedLines({ kind, id, counts, updatedAt }: Import) {
  const api = useApi();
  return useQuery({
    queryKey: [...importQueryKey({ kind, id }), 'refused', updatedAt],
    queryFn: async ({ signal }) => {
      const found: ImportLine[] = [];
      for (let offset = 0; offset < Math.min(counts.refuse, maxListedRefusedLines); offset += maxPageSize) {
        const query = { outcome: 'refuse', offset, limit: maxPageSize } as const;
        const { lines } = await api.call(importsOf[kind].lines, { params: { id }, query }, { signal });
        found.push(...lines);
      }
      return found;
    },
  });
}

/** What has changed since an import, so that undoing it would keep it. @param isAsked whether to fetch it */
export function useChangesSince(importId: ImportId, isAsked: boolean) {
  return useApiQuery(importsOf[importId.kind].changesSince, {
    queryKey: [...importQueryKey(importId), 'changes-since'],
    request: { params: { id: importId.id } },
    enabled: isAsked,
    staleTime: 0,
    gcTime: 0,
  });
}

export type Corrections = BodyOf<typeof contentImports.check>;

type ImportStep = 'apply' | 'check' | 'retry' | 'setColumns' | 'undo';

/** A call that moves an import on. It stores the new state, and fails with a message for the user. @param onDone after a success */
export function useImportStep<Step extends ImportStep>(importId: ImportId, step: Step, onDone?: () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: BodyOf<(typeof contentImports)[Step]>) => {
      const queryKey = importQueryKey(importId);
      const call = importsOf[importId.kind][step as ImportStep];
      try {
        const request = { params: { id: importId.id }, body };
        queryClient.setQueryData(queryKey, await api.call(call, request));
      } catch (error) {
        // Refetches the state: the import may need another check, or only the response was lost.
        void queryClient.invalidateQueries({ queryKey, exact: true });
        throw new Error(userMessageOf(error, message('importCalls.failed')));
      }
      onDone?.();
    },
  });
}

/** Discards an import that was not applied. Treats 404 as success: it is already discarded. */
export function useDiscardImport(importId: ImportId, onDiscarded: () => void) {
  const api = useApi();
  const { discard } = importsOf[importId.kind];
  return useApiMutation({
    call: () => orMissing(api.call(discard, { params: { id: importId.id } })),
    successMessage: importMessages.discarded,
    failureMessage: () => message('importCalls.discardFailed'),
    invalidates: [historyQueryKey],
    onSuccess: onDiscarded,
  });
}
