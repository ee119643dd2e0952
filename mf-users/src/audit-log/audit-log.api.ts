import { useApiQuery } from '@khmer-learning/console-kit';
import { queryKeys, useApi } from '@khmer-learning/console-sdk';
import { auditList, type RequestOf, usersList } from '@khmer-learning/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { userKeys } from '../users/users.api.ts';

const auditKeys = queryKeys('audit', []);

type AuditFilters = NonNullable<RequestOf<typeof auditList>['query']>;

/** One page of the audit log, refetched on every mount. Cached entries are shown only until the response arrives. */
export function useAuditLogPage(query: AuditFilters) {
  return useApiQuery(auditList, {
    queryKey: auditKeys.list(query),
    request: { query },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function useStaff() {
  const api = useApi();
  return useQuery({
    queryKey: userKeys.list({ staff: true }),
    queryFn: async ({ signal }) => {
      const [admins, teachers] = await Promise.all([
        api.call(usersList, { query: { role: 'admin' } }, { signal }),
        api.call(usersList, { query: { role: 'teacher' } }, { signal }),
      ]);
      return [...admins.users, ...teachers.users];
    },
  });
}
