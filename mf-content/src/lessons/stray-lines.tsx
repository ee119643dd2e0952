import { Button, Callout, CloseIcon, IconButton, Inline, Text } from '@khmer-learning/ui-kit';
import { mostDrawn, RowsInSight } from '../lists/rows-in-sight.tsx';
import type { StrayLine } from './vocabulary-lines.ts';
import { StrayList, StrayText } from './vocabulary-style.ts';

interface StrayLinesProps {
  lines: readonly StrayLine[];
  disabled: boolean;
  onUse: (line: StrayLine) => void;
  onDelete: (line: StrayLine) => void;
}

/** Lines that are no rows. They stay in the text, as they are, until the author decides otherwise. */
export function StrayLines({ lines, disabled, onUse, onDelete }: StrayLinesProps) {
  const title =
    lines.length === 1
      ? '1 line is not in vocabulary format'
      : `${lines.length} lines are not in vocabulary format`;
  const drawLine = (line: StrayLine) => (
    <Inline justify="end" gap={0}>
      <StrayText>{line.text}</StrayText>
      <Inline wrap={false} gap={0}>
        <Button size="small" variant="ghost" disabled={disabled} onClick={() => onUse(line)}>
          Make it an entry
        </Button>
        <IconButton
          size="small"
          dangerous
          label={`Delete line: ${line.text}`}
          tooltip="Delete this line"
          icon={<CloseIcon aria-hidden="true" />}
          disabled={disabled}
          onClick={() => onDelete(line)}
        />
      </Inline>
    </Inline>
  );
  return (
    <Callout tone="warning" title={title}>
      <Text size="small">
        They stay in the section as they are; only blank lines go when entries are changed. Free Text shows
        everything in its place.
      </Text>
      {lines.length > mostDrawn ? (
        <RowsInSight entries={lines} drawRow={drawLine} />
      ) : (
        <StrayList>
          {lines.map((line) => (
            <li key={line.key}>{drawLine(line)}</li>
          ))}
        </StrayList>
      )}
    </Callout>
  );
}
