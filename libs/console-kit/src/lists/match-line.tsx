import { useApi } from '@khmer-learning/console-sdk';
import { type MatchedItem, maxMatchedItems, type SearchMatchesEndpoint } from '@khmer-learning/contracts';
import { color, radius, Text } from '@khmer-learning/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import styled from 'styled-components';

const Mark = styled.mark`
  border-radius: ${radius.small};
  background: ${color('yellowSoft')};
  color: ${color('yellowText')};
  font-weight: 600;
`;

/** Fetches the lines by which a search (may be empty) finds the rows of a list, by their ids; none until known, or on failure. */
export function useMatchLines(
  endpoint: SearchMatchesEndpoint,
  search: string,
  rows: readonly { readonly id: number; readonly version: number }[] = [],
): ReadonlyMap<number, MatchedItem> {
  const api = useApi();
  const listed = rows.slice(0, maxMatchedItems).map(({ id, version }) => ({ id, version }));
  const { data } = useQuery({
    queryKey: [endpoint.id, search, listed],
    queryFn: ({ signal }) =>
      api.call(endpoint, { query: { search, ids: listed.map(({ id }) => id).join(',') } }, { signal }),
    enabled: search.trim() !== '' && listed.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return new Map(data?.data.map((match) => [match.id, match]));
}

/** The text of the first place of a match, to find it in the opened item. */
export function matchedText({ text, places }: MatchedItem): string | undefined {
  const [first] = places;
  return first && text.slice(first.start, first.end);
}

/** The line by which a search finds an item, with what it finds marked. */
export function MatchLine({ match: { text, places } }: { match: MatchedItem }) {
  return (
    <Text size="small" muted lines={1}>
      {places.map(({ start, end }, index) => (
        <Fragment key={start}>
          {text.slice(places[index - 1]?.end ?? 0, start)}
          <Mark>{text.slice(start, end)}</Mark>
        </Fragment>
      ))}
      {text.slice(places.at(-1)?.end ?? 0)}
    </Text>
  );
}
