import { color, Dialog, IconButton, Kbd, KeyboardIcon, space, useShortcuts } from '@khmer-learning/ui-kit';
import { useRef, useState } from 'react';
import styled from 'styled-components';

const shortcuts = [
  { keys: ['Ctrl K'], effect: 'Search everything' },
  { keys: ['/'], effect: 'Search in the list' },
  { keys: ['j', 'k'], effect: 'Next and previous row' },
  { keys: ['↓', '↑'], effect: 'Next and previous row, from a row' },
  { keys: ['Enter'], effect: 'Open the row' },
  { keys: ['Ctrl S'], effect: 'Save the form' },
  { keys: ['Ctrl F'], effect: 'Find in the lesson' },
  { keys: ['Alt Page Up', 'Alt Page Down'], effect: 'Previous and next item, in a form' },
  { keys: ['Esc'], effect: 'Close the dialog' },
  { keys: ['?'], effect: 'Show this help' },
] as const;

/* Devices without a mouse mostly have no keyboard either. */
const Opener = styled.div`
  @media (pointer: coarse) { display: none; }
`;

const List = styled.dl`
  display: grid;
  grid-template-columns: max-content 1fr;
  gap: ${space(2)} ${space(5)};
  align-items: center;

  & dt { display: flex; gap: ${space(1)}; }
  & dd { margin: 0; color: ${color('text')}; }
`;

/** The button for the keyboard shortcuts of the console; `?` opens them, too. */
export function KeyboardHelp() {
  const opener = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useShortcuts(opener, { '?': () => setOpen(true) });
  return (
    <Opener ref={opener}>
      <IconButton
        label="Keyboard shortcuts"
        tooltip="Keyboard shortcuts (?)"
        icon={<KeyboardIcon aria-hidden="true" />}
        onClick={() => setOpen(true)}
      />
      <Dialog open={isOpen} onOpenChange={setOpen} title="Keyboard shortcuts" size="small">
        <List>
          {shortcuts.map(({ keys, effect }) => (
            <div key={effect} style={{ display: 'contents' }}>
              <dt>
                {keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </dt>
              <dd>{effect}</dd>
            </div>
          ))}
        </List>
      </Dialog>
    </Opener>
  );
}
