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

/** Lines that are no rows. They stay in the text, as they are, until the author decides otherwise. */
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
