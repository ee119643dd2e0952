import { userMessageOf } from '@khmer-learning/console-sdk';
import { IconButton, SearchIcon, toast } from '@khmer-learning/ui-kit';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { useMessages } from '../console/messages/messages.ts';

const loadPalette = async () => (await import(/* webpackChunkName: "palette" */ './palette.tsx')).Palette;

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** Whether the keys are Ctrl+K or Cmd+K. On a Khmer keyboard the K key types `ក`. */
function isShortcut({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (!(ctrlKey || metaKey) || altKey || shiftKey) return false;
  return key.toLowerCase() === 'k' || (code === 'KeyK' && !/^[a-z]$/i.test(key));
}

/** The header's button for the search of the whole console. Ctrl+K and Cmd+K open it anywhere, also above a dialog. */
export function PaletteButton() {
  const t = useMessages();
  const [Palette, setPalette] = useState<ComponentType<{ onClose: () => void }> | null>(null);
  const [isOpen, setOpen] = useState(false);

  const open = () => {
    setOpen(true);
    loadPalette().then(
      (loaded) => setPalette(() => loaded),
      (error: unknown) => {
        setOpen(false);
        toast.error(userMessageOf(error, t('palette.loadFailed')));
      },
    );
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // The editor of free text has its own use of the keys, and a question waits for its answer.
    if (!isShortcut(event) || event.defaultPrevented) return;
    event.preventDefault();
    if (isOpen) setOpen(false);
    else if (document.querySelector('[role="alertdialog"]') === null) open();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);

  return (
    <>
      <IconButton
        label={t('label.searchEverything')}
        tooltip={t('palette.tooltip', { keys: isApple ? '⌘K' : 'Ctrl+K' })}
        aria-keyshortcuts="Control+K Meta+K"
        icon={<SearchIcon aria-hidden="true" />}
        onPointerEnter={() => void loadPalette().catch(() => {})}
        onClick={open}
      />
      {isOpen && Palette !== null ? <Palette onClose={() => setOpen(false)} /> : null}
    </>
  );
}
