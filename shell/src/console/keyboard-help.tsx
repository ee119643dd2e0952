import { color, Dialog, IconButton, Kbd, KeyboardIcon, space, useShortcuts } from '@khmer-learning/ui-kit';
import { useRef, useState } from 'react';
import styled from 'styled-components';
import { useMessages } from './messages/messages.ts';

const shortcuts = [
  { keys: ['Ctrl K'], effect: 'label.searchEverything' },
  { keys: ['/'], effect: 'keyboardHelp.searchList' },
  { keys: ['j', 'k'], effect: 'keyboardHelp.rows' },
  { keys: ['↓', '↑'], effect: 'keyboardHelp.rowsFromRow' },
  { keys: ['Enter'], effect: 'keyboardHelp.openRow' },
  { keys: ['Ctrl S'], effect: 'keyboardHelp.save' },
  { keys: ['Ctrl F'], effect: 'keyboardHelp.findInLesson' },
  { keys: ['Alt Page Up', 'Alt Page Down'], effect: 'keyboardHelp.neighbours' },
  { keys: ['Esc'], effect: 'keyboardHelp.closeDialog' },
  { keys: ['?'], effect: 'keyboardHelp.showHelp' },
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

export function KeyboardHelp() {
  const t = useMessages();
  const opener = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useShortcuts(opener, { '?': () => setOpen(true) });
  return (
    <Opener ref={opener}>
      <IconButton
        label={t('keyboardHelp.label')}
        tooltip={t('keyboardHelp.tooltip')}
        icon={<KeyboardIcon aria-hidden="true" />}
        onClick={() => setOpen(true)}
      />
      <Dialog open={isOpen} onOpenChange={setOpen} title={t('keyboardHelp.label')} size="small">
        <List>
          {shortcuts.map(({ keys, effect }) => (
            <div key={effect} style={{ display: 'contents' }}>
              <dt>
                {keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </dt>
              <dd>{t(effect)}</dd>
            </div>
          ))}
        </List>
      </Dialog>
    </Opener>
  );
}
