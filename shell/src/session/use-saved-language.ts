import type { ApiClient } from '@khmer-learning/console-sdk';
import { accountLanguageUpdate, type LanguagePreference } from '@khmer-learning/contracts';
import { useLanguage } from '@khmer-learning/ui-kit';
import { useEffect, useRef } from 'react';

/**
 * Saves each change of the language or the numerals to the account of the signed-in user. A failure is not shown, because
 * the page has the language all the same; the next change saves both.
 */
export function useSavedLanguage(api: ApiClient, isSignedIn: boolean): void {
  const { language, numerals } = useLanguage();
  const shown = useRef<LanguagePreference | null>(null);
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    const last = shown.current;
    const body = isSignedIn ? { language, numerals } : null;
    shown.current = body;
    if (body === null || last === null) return;
    if (last.language === language && last.numerals === numerals) return;
    // One after the other, so that the last choice is the one that stays.
    saving.current = saving.current
      .then(() => api.call(accountLanguageUpdate, { body }))
      .catch((error: unknown) => console.warn('The choice of language could not be saved', error));
  }, [api, isSignedIn, language, numerals]);
}
