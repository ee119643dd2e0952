import { useSession } from '@khmer-learning/console-sdk';
import { messages } from '@khmer-learning/contracts';
import { toast } from '@khmer-learning/ui-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readStoredApiKey, removeStoredApiKey, storeApiKey } from './api-key-storage.ts';
import { apiKeyQueryKeys, useActiveApiKeys, useRegisterApiKey } from './api-keys.api.ts';
import { generateApiKey } from './generate-api-key.ts';

/** A key takes a second to be made (spec 4 and 9). */
const generationDelayMs = 1_000;

const delay = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** The person's own key: what this browser keeps of it, what the server knows of it, and a new one. */
export function useOwnApiKey() {
  const { id: userId } = useSession().user;
  const queryClient = useQueryClient();
  const register = useRegisterApiKey();
  const activeKeys = useActiveApiKeys();
  const [key, setKey] = useState(() => readStoredApiKey(userId));

  // Another tab of this browser may make or forget the key.
  useEffect(() => {
    const syncFromStorage = () => setKey(readStoredApiKey(userId));
    window.addEventListener('storage', syncFromStorage);
    return () => window.removeEventListener('storage', syncFromStorage);
  }, [userId]);

  const generation = useMutation({
    mutationFn: async () => {
      await delay(generationDelayMs);
      const generatedKey = generateApiKey();
      await register(generatedKey);
      return generatedKey;
    },
    onSuccess: (generatedKey) => {
      setKey(generatedKey);
      const isStored = storeApiKey(userId, generatedKey);
      toast.show({
        tone: isStored ? 'success' : 'info',
        title: messages.apiKey.generated,
        description: isStored ? messages.apiKey.saved : 'This browser could not save it. Copy it now.',
      });
    },
    // Without an answer the new key may be registered all the same.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: apiKeyQueryKeys.all }),
  });

  const activeKey = activeKeys.data?.find((candidate) => candidate.userId === userId);
  return {
    key,
    /** Every admin's active key. */
    activeKeys,
    /** The person's active key as the server knows it. */
    activeKey,
    /** Whether the key in this browser is the active one; undefined while that is not known. */
    isKeyActive:
      key === null || activeKeys.data === undefined
        ? undefined
        : activeKey !== undefined && key.startsWith(activeKey.prefix),
    /** Whether a new key would end one; while nobody knows, it might. */
    willReplaceKey: key !== null || activeKey !== undefined || activeKeys.data === undefined,
    generate: generation.mutateAsync,
    isGenerating: generation.isPending,
    /** Takes the key out of this browser. */
    removeFromBrowser: () => {
      removeStoredApiKey(userId);
      setKey(null);
    },
  };
}
export type OwnApiKey = ReturnType<typeof useOwnApiKey>;
