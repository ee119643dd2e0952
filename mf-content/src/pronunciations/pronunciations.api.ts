import { useApi } from '@khmer-learning/console-sdk';
import {
  pronunciationConflictsList,
  pronunciationReplacementsCreate,
  pronunciationReplacementsGet,
} from '@khmer-learning/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { pronunciationKeys } from '../content-query-keys.ts';

/** Polling interval of a replacement in progress. */
const pollIntervalMs = 1_000;

/** One page of words with several pronunciations. */
export function usePronunciationConflicts(query: { search: string; offset: number; limit: number }) {
  const api = useApi();
  return useQuery({
    queryKey: pronunciationKeys.list(query),
    queryFn: ({ signal }) => api.call(pronunciationConflictsList, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Begins to use one pronunciation of a word everywhere. */
export function useReplacePronunciations() {
  const api = useApi();
  return (body: { khmer: string; phonemic: string }) => api.call(pronunciationReplacementsCreate, { body });
}

/** A replacement, polled until it is done. @param id null for none */
export function usePronunciationReplacement(id: number | null) {
  const api = useApi();
  return useQuery({
    queryKey: ['pronunciation-replacements', id],
    queryFn: ({ signal }) => api.call(pronunciationReplacementsGet, { params: { id: id ?? 0 } }, { signal }),
    enabled: id !== null,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.isDone ? false : pollIntervalMs),
  });
}
