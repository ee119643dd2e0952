import { Button, Callout, CloseIcon, IconButton, Inline, Text } from '@khmer-learning/ui-kit';
import { VirtualList, virtualizationThreshold } from '../lists/virtual-list.tsx';
import type { UnparsedLine } from './vocabulary-lines.ts';
import { UnparsedList, UnparsedText } from './vocabulary-style.ts';

interface UnparsedLinesProps {
  lines: readonly UnparsedLine[];
  disabled: boolean;
  onConvertToEntry: (line: UnparsedLine) => void;
  onDelete: (line: UnparsedLine) => void;
}

/** Lines that are not in vocabulary format. They stay in the text until the author converts or deletes them. */
export function UnparsedLines({ lines, disabled, onConvertToEntry, onDelete }: UnparsedLinesProps) {
  const title =
    lines.length === 1
      ? '1 line is not in vocabulary format'
      : `${lines.length} lines are not in vocabulary format`;
  const renderLine = (line: UnparsedLine) => (
    <Inline justify="end" gap={0}>
      <UnparsedText>{line.text}</UnparsedText>
      <Inline wrap={false} gap={0}>
        <Button size="small" variant="ghost" disabled={disabled} onClick={() => onConvertToEntry(line)}>
          Convert to entry
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
        These lines are kept unchanged. Only blank lines are removed when you edit entries. To see all lines
        in order, open Free Text.
      </Text>
      {lines.length > virtualizationThreshold ? (
        <VirtualList entries={lines} renderRow={renderLine} />
      ) : (
        <UnparsedList>
          {lines.map((line) => (
            <li key={line.key}>{renderLine(line)}</li>
          ))}
        </UnparsedList>
      )}
    </Callout>
  );
}
