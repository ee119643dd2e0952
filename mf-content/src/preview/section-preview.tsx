import { PlayButton } from '@khmer-learning/console-kit';
import { recordingFinder } from '@khmer-learning/contracts';
import { type ContentBlock, parseContentBlocks, type VocabularyEntry } from '@khmer-learning/khmer-text';
import {
  Card,
  color,
  fontFamily,
  KhmerText,
  narrowBreakpoint,
  radius,
  Stack,
  space,
  useLanguage,
} from '@khmer-learning/ui-kit';
import createDOMPurify from 'dompurify';
import styled from 'styled-components';
import { message } from '../messages/messages.ts';
import { pictureStyle } from '../rich-text/picture-style.ts';
import { lineKey, type PreviewedSection } from './previewed-lesson.tsx';

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

/* The line height fits Khmer, which may appear in any line. */
const Prose = styled.div`
  line-height: 1.9;
  overflow-wrap: anywhere;

  & > :first-child { margin-top: 0; }
  & > :last-child { margin-bottom: 0; }
  & :is(p, ul, ol, blockquote, pre) { margin: 0 0 ${space(3)}; }
  & :is(h1, h2, h3, h4, h5, h6) { margin: ${space(4)} 0 ${space(2)}; font-size: 1.05em; }
  & :is(ul, ol) { padding-left: ${space(6)}; }
  & blockquote { padding-left: ${space(3)}; border-left: 3px solid ${color('borderStrong')}; }
  & :is(pre, code) { font-family: ${fontFamily.code}; font-size: 0.92em; }
  & pre { padding: ${space(3)}; border-radius: ${radius.medium}; background: ${color('surfaceSunken')}; white-space: pre-wrap; }
  & a { color: ${color('accentText')}; text-decoration: underline; }
  & img { ${pictureStyle} }
`;

function SafeHtml({ html }: { html: string }) {
  return (
    <Prose key={html} data-html="" ref={(element) => element?.replaceChildren(sanitiseToFragment(html))} />
  );
}

/* The content service's allow-list, again: stored HTML may be older than a rule, and unsaved HTML is not sanitised yet. */
const sanitiserOptions = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'li'],
    ...['b', 'strong', 'i', 'em', 'u', 'code', 'pre', 'a', 'img'],
  ],
  ALLOWED_ATTR: ['href', 'src', 'alt'],
  ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:|tel:|sms:|\/uploads\/)/i,
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
};

/** A separate instance, so that its hooks do not affect other uses of DOMPurify. */
const purifier = createDOMPurify(window);

const imageDataUrl = /^data:image\/(?:png|jpeg);base64,/i;

purifier.addHook('uponSanitizeAttribute', (node, data) => {
  // DOMPurify allows any data URL in images. Only PNG and JPEG are allowed here.
  if (data.attrValue.startsWith('data:') && !imageDataUrl.test(data.attrValue)) data.keepAttr = false;
  if (data.attrName === 'src' && node.nodeName !== 'IMG') data.keepAttr = false;
});
purifier.addHook('afterSanitizeAttributes', (node) => {
  // Without an alternative text, screen readers would announce the address.
  if (node.nodeName === 'IMG' && !node.hasAttribute('alt')) node.setAttribute('alt', '');
  if (node.nodeName !== 'A') return;
  // Links open in a new tab, so that the console stays open.
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener nofollow');
});

/** Sanitises HTML to nodes without scripts. Insert these as they are: parsing them anew could change them (mutation XSS). */
function sanitiseToFragment(html: string): DocumentFragment {
  return purifier.sanitize(html, { ...sanitiserOptions, RETURN_DOM_FRAGMENT: true });
}
