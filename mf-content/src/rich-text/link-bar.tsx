import { usePreventEscapeClose } from '@khmer-learning/console-kit';
import { isAllowedSectionLink } from '@khmer-learning/contracts';
import { Button, FormField, Inline, Stack, TextInput, TextLink } from '@khmer-learning/ui-kit';
import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { useMessages } from '../messages/messages.ts';

const Address = styled(TextLink)`flex: 1 1 10rem; overflow-wrap: anywhere;`;

function useLink(editor: Editor): string | null {
  return useEditorState({
    editor,
    selector: ({ editor: current }) => {
      const href: unknown = current.isActive('link') ? current.getAttributes('link').href : null;
      return typeof href === 'string' ? href : null;
    },
  });
}

function setLink(editor: Editor, href: string): void {
  const { empty } = editor.state.selection;
  if (empty && !editor.isActive('link')) {
    const text = { type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] };
    editor.chain().focus().insertContent(text).run();
  } else editor.chain().focus().extendMarkRange('link').setLink({ href }).run();
}

interface LinkBarProps {
  editor: Editor;
  isEditing: boolean;
  onEditingChange: (isEditing: boolean) => void;
}

export function LinkBar({ editor, isEditing, onEditingChange }: LinkBarProps) {
  const t = useMessages();
  const href = useLink(editor);
  const close = () => {
    onEditingChange(false);
    editor.commands.focus();
  };
  if (isEditing) {
    return (
      <LinkField
        initial={href ?? ''}
        onCancel={close}
        onApply={(address) => {
          onEditingChange(false);
          setLink(editor, address);
        }}
      />
    );
  }
  if (href === null) return null;
  return (
    <Inline gap={2}>
      <Address href={href} target="_blank" rel="noopener noreferrer nofollow">
        {href}
      </Address>
      <Inline gap={1}>
        <Button size="small" onClick={() => onEditingChange(true)}>
          {t('linkBar.change')}
        </Button>
        <Button size="small" onClick={() => editor.chain().focus().extendMarkRange('link').unsetLink().run()}>
          {t('linkBar.remove')}
        </Button>
      </Inline>
    </Inline>
  );
}

interface LinkFieldProps {
  initial: string;
  onApply: (href: string) => void;
  onCancel: () => void;
}

function LinkField({ initial, onApply, onCancel }: LinkFieldProps) {
  const t = useMessages();
  const [address, setAddress] = useState(initial);
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  usePreventEscapeClose(true);
  const apply = () => {
    if (isAllowedSectionLink(address.trim())) onApply(address.trim());
    else setError(t('linkBar.invalid'));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Enter must not submit the surrounding form.
    event.preventDefault();
    if (event.key === 'Enter') apply();
    else onCancel();
  };
  return (
    <Stack gap={2}>
      <FormField label={t('linkBar.address')} error={error}>
        <TextInput
          type="url"
          ref={input}
          placeholder="https://"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </FormField>
      <Inline gap={1}>
        <Button size="small" variant="primary" onClick={apply}>
          {t('linkBar.set')}
        </Button>
        <Button size="small" onClick={onCancel}>
          {t('action.cancel')}
        </Button>
      </Inline>
    </Stack>
  );
}
