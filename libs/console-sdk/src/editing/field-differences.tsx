import {
  color,
  containsKhmer,
  fontSize,
  Heading,
  radius,
  Stack,
  space,
  Text,
  toneColors,
} from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { type DiffHunk, type DiffSegment, diffTexts } from './text-diff.ts';

const Box = styled.div`
  border: 1px solid ${color('border')};
  border-radius: ${radius.medium};
  overflow: hidden;
`;

const Side = styled.div`
  display: grid;
  grid-template-columns: 4rem minmax(0, 1fr);
  gap: ${space(2)};
  padding: ${space(2)} ${space(3)};
  & + & { border-top: 1px solid ${color('border')}; }
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
const Fields = styled(Stack).attrs({ tabIndex: 0, role: 'group', 'aria-label': 'Differences' })``;

const sides = {
  theirs: { name: 'Theirs', tone: 'red' },
  yours: { name: 'Yours', tone: 'green' },
} as const;

interface FieldSideProps {
  side: keyof typeof sides;
  segments: readonly DiffSegment[];
  /** Shown when there is no text. */
  emptyText: string;
}

function FieldSide({ side, segments, emptyText }: FieldSideProps) {
  const { name, tone } = sides[side];
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
            <Marked key={textOffset} $tone={tone}>
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
function unchangedSummary(lines: readonly string[]): string {
  const [line = ''] = lines;
  return lines.length === 1 ? line : `${lines.length} unchanged lines`;
}

/** Hunks never move within a field, so their index is a stable key. */
const withKeys = (hunks: readonly DiffHunk[]) =>
  hunks.map((hunk, index) => ({ hunk, key: `stretch ${index}` }));

function TextField({ theirs, yours }: { theirs: string | null; yours: string | null }) {
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
          <SameLines key={key}>{unchangedSummary(hunk.lines)}</SameLines>
        ) : (
          <div key={key}>
            <FieldSide
              side="theirs"
              segments={hunk.theirs}
              emptyText={theirs === null ? 'Not present' : 'Empty'}
            />
            <FieldSide
              side="yours"
              segments={hunk.yours}
              emptyText={yours === null ? 'Not present' : 'Empty'}
            />
          </div>
        ),
      )}
    </Box>
  );
}

function PictureField({ theirs, yours }: { theirs: string | null; yours: string | null }) {
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
            {sides[side].name}
          </Text>
          {url === null ? <Text muted>Not present</Text> : <Picture src={url} alt={sides[side].name} />}
        </Side>
      ))}
    </Box>
  );
}

/** The fields that differ, with both values. */
export function FieldDifferences({ fields }: { fields: readonly ComparedField[] }) {
  const different = fields.filter(({ theirs, yours }) => theirs !== yours);
  if (different.length === 0) {
    return <Text>The saved version is the same as yours.</Text>;
  }
  return (
    <Fields gap={4}>
      {different.map(({ label, theirs, yours, isPicture, remark }) => (
        <section key={label} aria-label={label}>
          <Stack gap={1.5}>
            <Heading level={3} size="section">
              {label}
            </Heading>
            {remark !== undefined ? <Text>{remark}</Text> : null}
            {remark === undefined && isPicture ? <PictureField theirs={theirs} yours={yours} /> : null}
            {remark === undefined && !isPicture ? <TextField theirs={theirs} yours={yours} /> : null}
          </Stack>
        </section>
      ))}
    </Fields>
  );
}

/** One field of an item that two users changed, with the value of each. */
export interface ComparedField {
  readonly label: string;
  /** The stored value. Null when the field does not exist there, such as a section that only one of them added. */
  readonly theirs: string | null;
  readonly yours: string | null;
  /** The values are URLs of pictures. */
  readonly isPicture?: boolean;
  /** A text to show instead of the values, for values that are not readable. */
  readonly remark?: string;
}

/** Compares the stored version of an item with the form's values. */
export interface VersionComparison {
  /** The version that is stored now. */
  readonly version: number;
  /** All fields, including unchanged ones. */
  readonly fields: readonly ComparedField[];
}
