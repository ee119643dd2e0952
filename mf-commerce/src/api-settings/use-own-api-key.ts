import { useSession } from '@khmer-learning/console-sdk';
import { type ApiKey, messages } from '@khmer-learning/contracts';
import { toast } from '@khmer-learning/ui-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { message } from '../messages/messages.ts';
import {
  apiKeyQueryKeys,
  useActiveApiKeys,
  useFetchActiveApiKeys,
  useRegisterApiKey,
} from './api-keys.api.ts';

const generationDelayMs = 1_000;

const delay = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

const browserKeyName = 'Browser key';

/** The user's API key of this browser: its text, its record on the server, and how to generate a new one. */
export function useOwnApiKey() {
  const { id: userId } = useSession().user;
  const queryClient = useQueryClient();
  const register = useRegisterApiKey();
  const fetchActiveKeys = useFetchActiveApiKeys();
  const activeKeys = useActiveApiKeys();
  const [key, setKey] = useState(() => readStoredApiKey(userId));

  // Another tab may store or remove the key.
  useEffect(() => {
    const syncFromStorage = () => setKey(readStoredApiKey(userId));
    window.addEventListener('storage', syncFromStorage);
    return () => window.removeEventListener('storage', syncFromStorage);
  }, [userId]);

  const generation = useMutation({
    mutationFn: async () => {
      await delay(generationDelayMs);
      const generatedKey = generateApiKey();
      const replaced = key === null ? undefined : findKey(await fetchActiveKeys(), userId, key);
      await register({
        key: generatedKey,
        ...(replaced ? { replaces: replaced.id } : { name: browserKeyName }),
      });
      return generatedKey;
    },
    onSuccess: (generatedKey) => {
      setKey(generatedKey);
      const isStored = withStorage((storage) => {
        storage.setItem(storageKey(userId), generatedKey);
        return true;
      });
      toast.show({
        tone: isStored ? 'success' : 'info',
        title: messages.apiKey.generated,
        description: isStored ? messages.apiKey.saved : message('ownApiKey.notStored'),
      });
    },
    // Also after a failure: the server may have registered the key even if no response arrived.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: apiKeyQueryKeys.all }),
  });

  const ownKeys = activeKeys.data?.filter((candidate) => candidate.userId === userId);
  const activeKey = key === null ? undefined : findKey(activeKeys.data ?? [], userId, key);
  return {
    key,
    activeKeys,
    /** The user's active keys on the server; undefined while they are unknown. */
    ownKeys,
    /** The record of this browser's key; undefined when it is revoked. */
    activeKey,
    /** Whether the key in this browser is the active one; undefined while this is unknown. */
    isKeyActive: key === null || activeKeys.data === undefined ? undefined : activeKey !== undefined,
    generate: generation.mutateAsync,
    isGenerating: generation.isPending,
    removeFromBrowser: () => {
      withStorage((storage) => storage.removeItem(storageKey(userId)));
      setKey(null);
    },
  };
}
export type OwnApiKey = ReturnType<typeof useOwnApiKey>;

/** The record of a key, found by its prefix among the user's keys. */
function findKey(activeKeys: readonly ApiKey[], userId: number, key: string): ApiKey | undefined {
  return activeKeys.find((candidate) => candidate.userId === userId && key.startsWith(candidate.prefix));
}

/** 192 bits; the decisions require at least 128. */
const randomByteCount = 24;

/** Generates a key, `khmer_<random>_<timestamp base36>`. It matches `apiKeyPattern`. */
export function generateApiKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(randomByteCount));
  const base64 = btoa(String.fromCharCode(...bytes));
  const random = base64.replaceAll('+', '-').replaceAll('/', '_');
  return `khmer_${random}_${Date.now().toString(36)}`;
}

/** The local storage key of a user's API key, which is removed when they log out (docs/remotes.md). */
const storageKey = (userId: number) => `khmer-learning.api-key.${userId}`;

/** Uses the storage; undefined if it is full or blocked. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}

const readStoredApiKey = (userId: number) =>
  withStorage((storage) => storage.getItem(storageKey(userId))) ?? null;
