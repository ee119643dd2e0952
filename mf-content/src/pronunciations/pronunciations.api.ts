import { useApiQuery } from '@khmer-learning/console-kit';
import { useApi } from '@khmer-learning/console-sdk';
import {
  pronunciationConflictsList,
  pronunciationReplacementsCreate,
  pronunciationReplacementsGet,
} from '@khmer-learning/contracts';
import { keepPreviousData } from '@tanstack/react-query';
import { pronunciationKeys } from '../content-query-keys.ts';

const pollIntervalMs = 1_000;

export function usePronunciationConflicts(query: { search: string; offset: number; limit: number }) {
  return useApiQuery(pronunciationConflictsList, {
    queryKey: pronunciationKeys.list(query),
    request: { query },
    placeholderData: keepPreviousData,
  });
}

export function useReplacePronunciations() {
  const api = useApi();
  return (body: { khmer: string; phonemic: string }) => api.call(pronunciationReplacementsCreate, { body });
}

export function usePronunciationReplacement(id: number | null) {
  return useApiQuery(pronunciationReplacementsGet, {
    queryKey: ['pronunciation-replacements', id],
    request: { params: { id: id ?? 0 } },
    enabled: id !== null,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.isDone ? false : pollIntervalMs),
  });
}
