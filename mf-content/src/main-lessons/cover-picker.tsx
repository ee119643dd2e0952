import type { MainLesson } from '@khmer-learning/contracts';
import { Button, color, Inline, radius, Skeleton, Stack, space, Text } from '@khmer-learning/ui-kit';
import { useId } from 'react';
import styled from 'styled-components';
import { useMessages } from '../messages/messages.ts';
import { CoverImage } from './cover-image.tsx';
import { useAllMainLessons } from './use-all-main-lessons.ts';

const CoverGrid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(7rem, 1fr));
  gap: ${space(2)};
`;

const CoverOption = styled.label`
  position: relative;
  display: block;
  border: 2px solid ${color('border')};
  border-radius: ${radius.medium};
  overflow: hidden;
  cursor: pointer;
  &:hover { border-color: ${color('borderControl')}; }
  &:has(:checked) { border-color: ${color('accent')}; box-shadow: 0 0 0 1px ${color('accent')}; }
  &:has(:focus-visible) { outline: 2px solid ${color('focus')}; outline-offset: 2px; }
  & > input { position: absolute; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
`;

const Thumbnail = styled(CoverImage)`width: 100%; border-radius: 0;`;

function listDistinctCovers(lessons: readonly MainLesson[]) {
  const covers = new Map<string, { url: string; titles: string[] }>();
  for (const { imageCover, imageCoverUrl, title } of lessons) {
    const known = covers.get(imageCover);
    if (known) known.titles.push(title);
    else covers.set(imageCover, { url: imageCoverUrl, titles: [title] });
  }
  return [...covers].map(([fileName, cover]) => ({ fileName, ...cover }));
}

export function CoverPicker({ value, onChange }: { value: string; onChange: (fileName: string) => void }) {
  const t = useMessages();
  const name = useId();
  const labelId = useId();
  const { data, isError, isFetching, refetch } = useAllMainLessons();

  if (isError) {
    return (
      <Inline>
        <Text size="small">{t('coverPicker.notLoaded')}</Text>
        <Button size="small" loading={isFetching} onClick={() => void refetch()}>
          {t('action.tryAgain')}
        </Button>
      </Inline>
    );
  }
  if (data === undefined) return <Skeleton height="4.5rem" />;
  const covers = listDistinctCovers(data.mainLessons);
  if (covers.length === 0) return null;
  return (
    <Stack gap={2}>
      <Text size="small" muted id={labelId}>
        {t('coverPicker.label')}
      </Text>
      <CoverGrid role="radiogroup" aria-labelledby={labelId}>
        {covers.map(({ fileName, url, titles }) => (
          <CoverOption key={fileName}>
            <input
              type="radio"
              name={name}
              value={fileName}
              checked={fileName === value}
              onChange={() => onChange(fileName)}
              aria-label={t('coverPicker.coverOf', { titles: titles.join(', ') })}
            />
            <Thumbnail url={url} />
          </CoverOption>
        ))}
      </CoverGrid>
    </Stack>
  );
}
