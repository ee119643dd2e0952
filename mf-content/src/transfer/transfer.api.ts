import { downloadBlob } from '@khmer-learning/console-kit';
import {
  ApiError,
  isSessionEndError,
  useAnnounceChanges,
  useApi,
  useApiMutation,
  userMessageOf,
} from '@khmer-learning/console-sdk';
import {
  type Import,
  type ImportLine,
  type ImportOutcome,
  importMessages,
  type TransferKind,
} from '@khmer-learning/contracts';
import { toast } from '@khmer-learning/ui-kit';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { contentEntities } from '../content-query-keys.ts';
import { message } from '../messages/messages.ts';
import { transferKindDetails } from './transfer-kind-details.ts';

/** Identifies an import. Ids are unique only within each of the two services. */
export interface ImportId {
  readonly kind: TransferKind;
  readonly id: number;
}

/** Polling interval of an import in progress. */
const pollIntervalMs = 1000;
export const importLinesPageSize = 50;

const importQueryKey = ({ kind, id }: ImportId) => ['imports', kind, id] as const;
const activeStates: readonly Import['state'][] = ['checking', 'applying', 'undoing'];
const isInProgress = ({ state }: Import) => activeStates.includes(state);

interface ExportRequest {
  kind: TransferKind;
  /** Null exports everything. */
  mainLessonId: number | null;
  /** Exports working copies in place of what is published. */
  includesWorkingCopies: boolean;
}

/** Fetches a file of content and saves it as a download. */
export function useExportContent() {
  const api = useApi();
  return useMutation({
    mutationFn: async ({ kind, mainLessonId, includesWorkingCopies }: ExportRequest) => {
      const { exportEndpoint, fileName } = transferKindDetails[kind];
      const query = {
        ...(mainLessonId === null ? {} : { mainLessonId }),
        ...(includesWorkingCopies ? { workingCopies: 'true' as const } : {}),
      };
      downloadBlob(await api.download(exportEndpoint, { query }), fileName);
    },
    onError: (error) => showDownloadError(error, message('exportCard.exportFailed')),
  });
}

/** Fetches the refused lines of an import as a file, and saves it as a download. */
export function useDownloadRefused({ kind, id }: ImportId) {
  const api = useApi();
  const { refused } = transferKindDetails[kind].importInstanceEndpoints;
  return useMutation({
    mutationFn: async (fileName: string) =>
      downloadBlob(await api.download(refused, { params: { id } }), `refused-${fileName}`),
    onError: (error) => showDownloadError(error, message('refusedDownload.failed')),
  });
}

function showDownloadError(error: Error, fallback: string): void {
  // The end of the session has its own dialog.
  if (!isSessionEndError(error)) toast.error(userMessageOf(error, fallback));
}

/** The current state of an import, polled while it is in progress; null if it no longer exists. */
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
    // The cached state of an earlier visit is stale.
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isInProgress(data) ? pollIntervalMs : false),
  });
}

/** One page of an import's lines with their outcomes. */
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

/** Texts of cells by their names. */
export type CellTexts = Readonly<Record<string, string>>;

interface ImportLinesPage {
  lines: ImportLine[];
  total: number;
}

/** Whether two lines are the same one of a file. */
const isSameLine = (one: ImportLine, other: ImportLine) =>
  one.thing === other.thing && one.line === other.line;

/**
 * Corrects cells of a refused line and checks it again, one line of an import at a time. The listed lines are updated
 * where they are: a corrected line does not disappear from the list of refused ones while its neighbours are edited.
 *
 * @param onChecked called with the texts that were stored, also when the line is no longer shown
 */
export function useCorrectLine(importId: ImportId, onChecked: (cells: CellTexts) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { correctLine } = transferKindDetails[importId.kind].importInstanceEndpoints;
  return useMutation({
    scope: { id: JSON.stringify(importQueryKey(importId)) },
    mutationFn: ({ place, cells }: { place: number; cells: CellTexts }) =>
      api.call(correctLine, { params: { id: importId.id, place }, body: { cells } }),
    onSuccess: (result, { cells }) => {
      queryClient.setQueryData(importQueryKey(importId), result.import);
      queryClient.setQueriesData<ImportLinesPage>(
        { queryKey: [...importQueryKey(importId), 'lines'] },
        (page) =>
          page && {
            ...page,
            lines: page.lines.map((line) => result.lines.find((other) => isSameLine(line, other)) ?? line),
          },
      );
      onChecked(cells);
    },
  });
}

/** Applies a checked import. Throws an error with a message for the user. */
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
      // Refetches the state: the import may need another check, or only the response was lost.
      void queryClient.invalidateQueries({ queryKey: importQueryKey(importId), exact: true });
      throw new Error(userMessageOf(error, message('importCalls.applyFailed')));
    }
  };
}

/** Retries the undo of a stopped import and stores its new state. */
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
    successMessage: () => message('importCalls.retried'),
    failureMessage: () => message('importCalls.retryFailed'),
  });
}

/** Discards an import that was not applied. Treats 404 as success: it is already discarded. */
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
    failureMessage: () => message('importCalls.discardFailed'),
    onSuccess: onDiscarded,
  });
}

/** Announces changes of everything that an import may have changed. */
export function useAnnounceContentChanges() {
  const announceChanges = useAnnounceChanges();
  return () => announceChanges([...contentEntities, 'quiz']);
}
