import {
  color,
  containsKhmer,
  fontSize,
  Heading,
  narrowBreakpoint,
  radius,
  Stack,
  space,
  Text,
  toneColors,
} from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { useMessages } from '../messages/messages.ts';
import { type DiffHunk, type DiffSegment, diffTexts } from './text-diff.ts';

const Box = styled.div`
  border: 1px solid ${color('border')};
  border-radius: ${radius.medium};
  overflow: hidden;
`;

const Side = styled.div`
  display: grid;
  grid-template-columns: 6.5rem minmax(0, 1fr);
  gap: ${space(2)};
  padding: ${space(2)} ${space(3)};
  & + & { border-top: 1px solid ${color('border')}; }

  @media (max-width: ${narrowBreakpoint}) {
    grid-template-columns: minmax(0, 1fr);
    gap: ${space(0.5)};
  }
`;

const Value = styled.div`
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  &:lang(km) { line-height: 1.9; }
`;

const Marked = styled.mark<{ $tone: 'red' | 'green' }>`
  border-radius: ${radius.small};
  background: ${({ $tone }) => toneColors($tone).soft};
  color: ${({ $tone }) => toneColors($tone).text};
`;

const SameLines = styled.p`
  margin: 0;
  padding: ${space(1)} ${space(3)};
  background: ${color('surfaceSunken')};
  color: ${color('textMuted')};
  font-size: ${fontSize.small};
  overflow-wrap: anywhere;
`;

const Picture = styled.img`display: block; max-width: 10rem; max-height: 6rem; border-radius: ${radius.small};`;

/* Focusable, so that keyboard users can scroll it: it has no interactive content. */
const Fields = styled(Stack).attrs({ tabIndex: 0, role: 'group' })``;

const tones = { theirs: 'red', yours: 'green' } as const;

export type SideNames = Readonly<Record<keyof typeof tones, string>>;

interface FieldSideProps {
  name: string;
  side: keyof typeof tones;
  segments: readonly DiffSegment[];
  emptyText: string;
}

function FieldSide({ name, side, segments, emptyText }: FieldSideProps) {
  const isKhmer = segments.some(({ text }) => containsKhmer(text));
  let textOffset = 0;
  return (
    <Side>
      <Text as="span" size="small" muted>
        {name}
      </Text>
      <Value {...(isKhmer ? { lang: 'km' } : {})}>
        {segments.length === 0 ? <Text muted>{emptyText}</Text> : null}
        {segments.map(({ text, differs }) => {
          textOffset += text.length;
          return differs ? (
            <Marked key={textOffset} $tone={tones[side]}>
              {text}
            </Marked>
          ) : (
            <span key={textOffset}>{text}</span>
          );
        })}
      </Value>
    </Side>
  );
}

/** A summary of unchanged lines: a single line itself, otherwise the number of lines. */
function unchangedSummary(lines: readonly string[], t: ReturnType<typeof useMessages>): string {
  const [line = ''] = lines;
  return lines.length === 1 ? line : t('fieldDifferences.unchangedLines', { count: lines.length });
}

/** Hunks never move within a field, so their index is a stable key. */
const withKeys = (hunks: readonly DiffHunk[]) =>
  hunks.map((hunk, index) => ({ hunk, key: `stretch ${index}` }));

interface FieldValuesProps extends Pick<ComparedField, 'theirs' | 'yours'> {
  names: SideNames;
}

function TextField({ theirs, yours, names }: FieldValuesProps) {
  const t = useMessages();
  const hunks =
    theirs === null || yours === null
      ? [
          {
            kind: 'different' as const,
            theirs: theirs ? [{ text: theirs, differs: true }] : [],
            yours: yours ? [{ text: yours, differs: true }] : [],
          },
        ]
      : diffTexts(theirs, yours);
  return (
    <Box>
      {withKeys(hunks).map(({ hunk, key }) =>
        hunk.kind === 'same' ? (
          <SameLines key={key}>{unchangedSummary(hunk.lines, t)}</SameLines>
        ) : (
          <div key={key}>
            <FieldSide
              name={names.theirs}
              side="theirs"
              segments={hunk.theirs}
              emptyText={theirs === null ? t('fieldDifferences.notPresent') : t('fieldDifferences.empty')}
            />
            <FieldSide
              name={names.yours}
              side="yours"
              segments={hunk.yours}
              emptyText={yours === null ? t('fieldDifferences.notPresent') : t('fieldDifferences.empty')}
            />
          </div>
        ),
      )}
    </Box>
  );
}

function PictureField({ theirs, yours, names }: FieldValuesProps) {
  const t = useMessages();
  return (
    <Box>
      {(
        [
          ['theirs', theirs],
          ['yours', yours],
        ] as const
      ).map(([side, url]) => (
        <Side key={side}>
          <Text as="span" size="small" muted>
            {names[side]}
          </Text>
          {url === null ? (
            <Text muted>{t('fieldDifferences.notPresent')}</Text>
          ) : (
            <Picture src={url} alt={names[side]} />
          )}
        </Side>
      ))}
    </Box>
  );
}

export interface FieldDifferencesProps {
  fields: readonly ComparedField[];
  /** Default: `Theirs` and `Yours`. */
  names?: SideNames;
  /** Shown when no field differs. */
  sameText?: string;
}

/** The fields that differ, with both values. */
export function FieldDifferences({ fields, names, sameText }: FieldDifferencesProps) {
  const t = useMessages();
  const sides = names ?? { theirs: t('comparison.theirs'), yours: t('fieldDifferences.yours') };
  const different = fields.filter(({ theirs, yours }) => theirs !== yours);
  if (different.length === 0) return <Text>{sameText ?? t('fieldDifferences.same')}</Text>;
  return (
    <Fields gap={4} aria-label={t('fieldDifferences.label')}>
      {different.map(({ label, theirs, yours, isPicture, remark }) => {
        const Values = isPicture ? PictureField : TextField;
        return (
          <section key={label} aria-label={label}>
            <Stack gap={1.5}>
              <Heading level={3} size="section">
                {label}
              </Heading>
              {remark === undefined ? (
                <Values theirs={theirs} yours={yours} names={sides} />
              ) : (
                <Text>{remark}</Text>
              )}
            </Stack>
          </section>
        );
      })}
    </Fields>
  );
}

/** One field of an item, with its values in two versions. */
export interface ComparedField {
  readonly label: string;
  /** The value in the other, or an earlier, version; null when the field does not exist there. */
  readonly theirs: string | null;
  /** The value in the user's own or the later version. */
  readonly yours: string | null;
  readonly isPicture?: boolean;
  /** A text to show instead of the values, for values that are not readable. */
  readonly remark?: string;
}
