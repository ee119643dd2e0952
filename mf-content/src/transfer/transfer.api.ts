import {
  ApiError,
  dashboardStatsKey,
  downloadBlob,
  isSessionEndError,
  useApi,
  useApiMutation,
  userMessageOf,
} from '@khmer-learning/console-sdk';
import {
  type Import,
  type ImportOutcome,
  importMessages,
  type TransferKind,
} from '@khmer-learning/contracts';
import { toast } from '@khmer-learning/ui-kit';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { contentQueryKeys } from '../content-query-keys.ts';
import { transferKindDetails } from './transfer-kind-details.ts';

/** Which import: each of the two services counts its own. */
export interface ImportId {
  readonly kind: TransferKind;
  readonly id: number;
}

/** Milliseconds between two looks at an import that is being worked on. */
const pollIntervalMs = 1000;
export const importLinesPageSize = 50;

const importQueryKey = ({ kind, id }: ImportId) => ['imports', kind, id] as const;
const activeStates: readonly Import['state'][] = ['checking', 'applying', 'undoing'];
const isInProgress = ({ state }: Import) => activeStates.includes(state);

/** Fetches a file of the school's content and has the browser save it. */
export function useExportContent() {
  const api = useApi();
  return useMutation({
    mutationFn: async ({ kind, mainLessonId }: { kind: TransferKind; mainLessonId: number | null }) => {
      const { exportEndpoint, fileName } = transferKindDetails[kind];
      const query = mainLessonId === null ? {} : { mainLessonId };
      downloadBlob(await api.download(exportEndpoint, { query }), fileName);
    },
    onError: (error) => {
      // The end of the session has a dialog of its own.
      if (!isSessionEndError(error)) toast.error(userMessageOf(error, 'Failed to export'));
    },
  });
}

/** An import as it is now, looked at again for as long as it is being worked on; null when it is gone. */
export function usePolledImport(importId: ImportId) {
  const api = useApi();
  return useQuery({
    queryKey: importQueryKey(importId),
    queryFn: async ({ signal }) => {
      try {
        return await api.call(
          transferKindDetails[importId.kind].importInstanceEndpoints.get,
          { params: { id: importId.id } },
          { signal },
        );
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    // What is kept from the last visit is old.
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isInProgress(data) ? pollIntervalMs : false),
  });
}

/** A page of what an import does, line by line. */
export function useImportLines(importId: ImportId, outcome: ImportOutcome | undefined, offset: number) {
  const api = useApi();
  return useQuery({
    queryKey: [...importQueryKey(importId), 'lines', outcome, offset],
    queryFn: ({ signal }) =>
      api.call(
        transferKindDetails[importId.kind].importInstanceEndpoints.lines,
        { params: { id: importId.id }, query: { outcome, offset, limit: importLinesPageSize } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

/** Begins to write what was checked. Fails with an error whose message is for the person. */
export function useApplyImport(importId: ImportId) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { apply } = transferKindDetails[importId.kind].importInstanceEndpoints;
  return async () => {
    try {
      queryClient.setQueryData(
        importQueryKey(importId),
        await api.call(apply, { params: { id: importId.id } }),
      );
    } catch (error) {
      // It may have to be checked again, or the answer alone was lost.
      void queryClient.invalidateQueries({ queryKey: importQueryKey(importId), exact: true });
      throw new Error(userMessageOf(error, 'Failed to import'));
    }
  };
}

/** Goes on with an import that has stopped, and shows how it is then. */
export function useRetryImport(importId: ImportId) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { retry } = transferKindDetails[importId.kind].importInstanceEndpoints;
  return useApiMutation({
    call: async () => {
      queryClient.setQueryData(
        importQueryKey(importId),
        await api.call(retry, { params: { id: importId.id } }),
      );
    },
    successMessage: 'It goes on',
    failureMessage: 'Failed to try again',
    invalidates: [],
  });
}

/** Forgets an import that was not applied. That it is gone already is what was asked for. */
export function useDiscardImport(importId: ImportId, onDiscarded: () => void) {
  const api = useApi();
  const { discard } = transferKindDetails[importId.kind].importInstanceEndpoints;
  return useApiMutation({
    call: async () => {
      try {
        await api.call(discard, { params: { id: importId.id } });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
      }
    },
    successMessage: importMessages.discarded,
    failureMessage: 'Failed to discard the import',
    invalidates: [],
    onSuccess: onDiscarded,
  });
}

/** Fetches anew what is shown of the school: an import may have changed any of it. */
export function useInvalidateContent() {
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of [...contentQueryKeys, dashboardStatsKey]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  };
}
