import { useSession } from '@khmer-learning/console-sdk';
import { messages } from '@khmer-learning/contracts';
import { toast } from '@khmer-learning/ui-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { forgetKey, keepKey, readKey } from './api-key-storage.ts';
import { apiKeyKeys, useRegisteredKeys, useRegisterKey } from './api-keys.api.ts';
import { makeApiKey } from './make-api-key.ts';

/** A key takes a second to be made (spec 4 and 9). */
const generationMilliseconds = 1_000;

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** The person's own key: what this browser keeps of it, what the server knows of it, and a new one. */
export function useApiKey() {
  const { id: userId } = useSession().user;
  const queryClient = useQueryClient();
  const register = useRegisterKey();
  const registered = useRegisteredKeys();
  const [key, setKey] = useState(() => readKey(userId));

  // Another tab of this browser may make or forget the key.
  useEffect(() => {
    const follow = () => setKey(readKey(userId));
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [userId]);

  const generation = useMutation({
    mutationFn: async () => {
      await pause(generationMilliseconds);
      const made = makeApiKey();
      await register(made);
      return made;
    },
    onSuccess: (made) => {
      setKey(made);
      const isKept = keepKey(userId, made);
      toast.show({
        tone: isKept ? 'success' : 'info',
        title: messages.apiKey.generated,
        description: isKept ? messages.apiKey.saved : 'This browser could not save it. Copy it now.',
      });
    },
    // Without an answer the new key may be registered all the same.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: apiKeyKeys.all }),
  });

  const own = registered.data?.find((candidate) => candidate.userId === userId);
  return {
    key,
    /** Every admin's active key. */
    registered,
    /** The person's active key as the server knows it. */
    own,
    /** Whether the key in this browser is the active one; undefined while that is not known. */
    works:
      key === null || registered.data === undefined
        ? undefined
        : own !== undefined && key.startsWith(own.prefix),
    /** Whether a new key would end one; while nobody knows, it might. */
    replacesOne: key !== null || own !== undefined || registered.data === undefined,
    generate: generation.mutateAsync,
    isGenerating: generation.isPending,
    /** Takes the key out of this browser. */
    forget: () => {
      forgetKey(userId);
      setKey(null);
    },
  };
}
export type OwnApiKey = ReturnType<typeof useApiKey>;
