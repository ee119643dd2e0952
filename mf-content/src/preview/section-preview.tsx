import { PlayButton } from '@khmer-learning/console-kit';
import { recordingFinder } from '@khmer-learning/contracts';
import { type ContentBlock, parseContentBlocks, type VocabularyEntry } from '@khmer-learning/khmer-text';
import { Card, color, KhmerText, narrowBreakpoint, Stack, space, useLanguage } from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { message } from '../messages/messages.ts';
import { lineKey, type PreviewedSection } from './previewed-lesson.ts';
import { SafeHtml } from './safe-html.tsx';

const PlainText = styled.p`margin: 0; line-height: 1.9; white-space: pre-wrap; overflow-wrap: anywhere;`;

const VocabularyPairs = styled.dl`margin: 0;`;

/* The word with its pronunciation, and the translation next to it, or below it in a narrow frame. */
const VocabularyPair = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  align-items: baseline;
  gap: ${space(4)};
  padding: ${space(1.5)} 0;
  border-bottom: 1px solid ${color('border')};
  &:last-child { border-bottom: 0; }
  & > :is(dt, dd) { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
  &[data-edited] { background: ${color('accentSoft')}; box-shadow: -${space(1)} 0 0 ${color('accentSoft')}, ${space(1)} 0 0 ${color('accentSoft')}; }
  @container (max-width: ${narrowBreakpoint}) { grid-template-columns: minmax(0, 1fr); gap: 0; }
`;

const Pronunciation = styled.span`color: ${color('textMuted')};`;

/** A section: its sanitised HTML if present, otherwise its text with vocabulary shown as pairs. */
export function SectionPreview({
  section: { title, content, html, recordings },
  editedLine,
}: {
  section: PreviewedSection;
  /** The `lineKey` of the line to mark. */
  editedLine?: string | undefined;
}) {
  useLanguage();
  const urlOf = recordingFinder(recordings);
  return (
    <Card {...(title === '' ? {} : { title })}>
      <Stack gap={3}>
        {html ? (
          <SafeHtml html={html} />
        ) : (
          parseContentBlocks(content).map((block, index) => renderBlock(block, index, urlOf, editedLine))
        )}
      </Stack>
    </Card>
  );
}

function renderBlock(block: ContentBlock, index: number, urlOf: UrlOf, editedLine: string | undefined) {
  const key = `${block.kind} ${index}`;
  if (block.kind === 'text') return <PlainText key={key}>{block.text}</PlainText>;
  return (
    <VocabularyPairs key={key}>
      {block.words.map((word, place) => renderEntry(word, place, urlOf, editedLine === lineKey(word)))}
    </VocabularyPairs>
  );
}

/** The address of the recording of a text; null without one. */
type UrlOf = ReturnType<typeof recordingFinder>;

function renderEntry(
  { english, phonemic, khmer }: VocabularyEntry,
  index: number,
  urlOf: UrlOf,
  isEdited: boolean,
) {
  const [englishUrl, khmerUrl] = [urlOf('en', english), urlOf('km', khmer)];
  return (
    <VocabularyPair key={`${index} ${english}`} {...(isEdited ? { 'data-edited': '' } : {})}>
      <dt>
        <strong>{english}</strong> <Pronunciation>{`[${phonemic}]`}</Pronunciation>
        {englishUrl === null ? null : (
          <PlayButton url={englishUrl} label={message('sectionPreview.play', { text: english })} />
        )}
      </dt>
      <dd>
        <KhmerText>{khmer}</KhmerText>
        {khmerUrl === null ? null : (
          <PlayButton url={khmerUrl} label={message('sectionPreview.play', { text: khmer })} />
        )}
      </dd>
    </VocabularyPair>
  );
}
