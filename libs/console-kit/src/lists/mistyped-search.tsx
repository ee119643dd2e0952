import type { ApiClient } from '@khmer-learning/console-sdk';
import type { SuggestSearchEndpoint } from '@khmer-learning/contracts';
import { Button, Callout, Inline } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { useMessages } from '../messages/messages.ts';

interface SearchCalls<Answer> {
  readonly suggestSearch: SuggestSearchEndpoint;
  readonly list: (search: string | undefined) => Promise<Answer>;
  readonly isEmpty: (answer: Answer) => boolean;
}

/**
 * Calls a list with a search and, unless `isExact`, if that finds nothing with the nearest words that something has.
 * @returns the answer; `searchedFor` if it is of another search. Throws like `ApiClient.call`
 */
export async function listOrCorrect<Answer>(
  api: ApiClient,
  { search, isExact }: { readonly search: string | undefined; readonly isExact: boolean },
  { suggestSearch, list, isEmpty }: SearchCalls<Answer>,
): Promise<{ readonly answer: Answer; readonly searchedFor?: string }> {
  const answer = await list(search);
  if (!search || isExact || !isEmpty(answer)) return { answer };
  // Without a suggestion, the list is what it was.
  const { searchFor } = await api
    .call(suggestSearch, { query: { search } })
    .catch(() => ({ searchFor: null }));
  if (searchFor === null) return { answer };
  const meant = await list(searchFor);
  return isEmpty(meant) ? { answer } : { answer: meant, searchedFor: searchFor };
}

/** @returns whether what was typed is searched alone, and `searchExactly`, which does so until the search changes */
export function useExactSearch(search: string) {
  const [exact, setExact] = useState<string | null>(null);
  return { isExact: search !== '' && exact === search, searchExactly: () => setExact(search) };
}

interface SearchedForNoticeProps {
  search: string;
  searchedFor: string;
  onSearchExactly: () => void;
}

/** Says that a list shows other words than were typed, and offers to search for these. */
export function SearchedForNotice({ search, searchedFor, onSearchExactly }: SearchedForNoticeProps) {
  const t = useMessages();
  return (
    <Callout announce>
      <Inline>
        {t('searchedFor.instead', { search, searchedFor })}
        <Button size="small" onClick={onSearchExactly}>
          {t('searchedFor.exactly', { search })}
        </Button>
      </Inline>
    </Callout>
  );
}
