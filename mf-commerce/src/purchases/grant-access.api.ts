import { queryKeys, useApi, useApiMutation } from '@khmer-learning/console-sdk';
import {
  mainLessons,
  maxPageSize,
  messages,
  purchasesGrant,
  type RequestOf,
  usersList,
} from '@khmer-learning/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

const chooseKeys = queryKeys('grantsToChoose', ['main-lesson', 'user']);

/** Few enough to scan: users refine the search instead of paging. */
const searchResultLimit = 20;

/** Learners whose name or email address matches. @param search null disables the query */
export function useLearnerSearch(search: string | null) {
  const api = useApi();
  const query = { role: 'student', search: search ?? '', limit: searchResultLimit };
  return useQuery({
    queryKey: chooseKeys.list({ learners: query }),
    queryFn: ({ signal }) => api.call(usersList, { query }, { signal }),
    select: ({ users }) =>
      users.map(({ id, firstName, lastName, email }) => ({
        value: String(id),
        label: `${firstName} ${lastName} · ${email}`,
      })),
    enabled: search !== null,
    placeholderData: keepPreviousData,
  });
}

/** Published paid main lessons that match, of the first hundred that do. @param search null disables the query */
export function usePaidMainLessonSearch(search: string | null) {
  const api = useApi();
  const query = { status: 'published', search: search ?? '', limit: maxPageSize };
  return useQuery({
    queryKey: chooseKeys.list({ mainLessons: query }),
    queryFn: ({ signal }) => api.call(mainLessons.list, { query }, { signal }),
    select: ({ mainLessons: found }) =>
      found.filter(({ free }) => !free).map(({ id, title }) => ({ value: String(id), label: title })),
    enabled: search !== null,
    placeholderData: keepPreviousData,
  });
}

export function useGrantAccess(onGranted: () => void) {
  const api = useApi();
  return useApiMutation({
    call: (body: RequestOf<typeof purchasesGrant>['body']) => api.call(purchasesGrant, { body }),
    successMessage: messages.grant.success,
    failureMessage: messages.grant.failed,
    changes: ['purchase'],
    onSuccess: onGranted,
  });
}
