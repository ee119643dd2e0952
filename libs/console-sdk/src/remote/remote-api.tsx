import {
  type HttpMethod,
  type ResponseOf,
  remoteApi,
  remoteSettings,
  specificErrorCodes,
} from '@khmer-learning/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext } from 'react';
import type { z } from 'zod';
import { ApiError } from '../api/api-error.ts';
import { useApi } from '../api/api-provider.tsx';
import { useSession } from '../console/console-context.ts';

const RemoteNameContext = createContext<string | null>(null);

/** Marks its children as code of one remote. The shell renders it around each view, page and extension. */
export function RemoteProvider({ name, children }: { name: string; children: ReactNode }) {
  return <RemoteNameContext value={name}>{children}</RemoteNameContext>;
}

function useRemoteName(hook: string): string {
  const name = useContext(RemoteNameContext);
  if (name === null) throw new Error(`${hook} needs a RemoteProvider above it`);
  return name;
}

/** A call to the remote's own backend. */
export interface RemoteCall {
  /** Default: `GET`. */
  readonly method?: HttpMethod;
  /** Values that are undefined, null or empty are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Aborts the call, as React Query does when the result is no longer needed. */
  readonly signal?: AbortSignal;
}

/**
 * Calls the remote's own backend: `callApi('words', { query: { level: 'A1' } })`.
 * @param path below the address of the backend; segments are sent escaped
 * @returns the JSON of the answer; undefined for an empty one
 * @throws ApiError for another status than 2xx, NetworkError without an answer of JSON, the signal's reason when it was aborted
 */
export type CallRemoteApi = (path: string, call?: RemoteCall) => Promise<unknown>;

/** The function that calls the remote's own backend, as the user, for the roles of its `api`. Throws outside a remote. */
export function useRemoteApi(): CallRemoteApi {
  const name = useRemoteName('useRemoteApi');
  const api = useApi();
  return useCallback(
    (path, { method = 'GET', signal, ...request } = {}) => {
      const escaped = path.replace(/^\//, '').split('/').map(encodeURIComponent).join('/');
      const endpoint = { ...remoteApi[method], path: `/api/remotes/:remote/${escaped}` };
      return api.call(endpoint, { ...request, params: { remote: name, '*': path } }, { signal });
    },
    [api, name],
  );
}

/** The user's settings of the remote. */
export interface RemoteSettingsState<Settings> {
  /** Undefined while they are loaded, and when that failed. What does not fit the schema any more is as `{}` is read. */
  readonly settings: Settings | undefined;
  /** Why they could not be loaded. */
  readonly error: Error | null;
  /** Stores at most 16 KB of JSON. Rejects with `ApiError` 409 (`stale_version`) after a change elsewhere, and loads them again. */
  readonly save: (settings: Settings) => Promise<void>;
  readonly isSaving: boolean;
}

/**
 * What the remote keeps for the signed-in user, in every browser, so that a small remote needs no database. Throws outside a remote.
 * @param schema reads them; must accept `{}`, such as by defaults of its fields
 */
export function useRemoteSettings<Schema extends z.ZodType<Record<string, unknown>>>(
  schema: Schema,
): RemoteSettingsState<z.output<Schema>> {
  const remote = useRemoteName('useRemoteSettings');
  const { user } = useSession();
  const api = useApi();
  const queryClient = useQueryClient();
  const queryKey = ['remote-settings', remote, user.id];
  const params = { remote };
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.call(remoteSettings.get, { params }, { signal }),
  });
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: Record<string, unknown>) => {
      const known = queryClient.getQueryData<ResponseOf<typeof remoteSettings.get>>(queryKey);
      return api.call(remoteSettings.put, { params, body }, { version: known?.version });
    },
    onSuccess: (stored) => queryClient.setQueryData(queryKey, stored),
    onError: async (failure) => {
      if (failure instanceof ApiError && failure.code === specificErrorCodes.staleVersion)
        await queryClient.invalidateQueries({ queryKey });
    },
  });
  return {
    settings: data && (schema.safeParse(data.settings).data ?? schema.parse({})),
    error,
    save: async (settings) => {
      await mutateAsync(settings);
    },
    isSaving: isPending,
  };
}
