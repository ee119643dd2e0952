import { Button, FormField, ImageIcon, Inline, LinkIcon, Stack, TextInput } from '@khmer-learning/ui-kit';
import { type Editor, EditorContent, type EditorOptions, useEditor, useEditorState } from '@tiptap/react';
import { type ChangeEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useMessages } from '../messages/messages.ts';
import { acceptedTypes } from '../uploads/file-validation.ts';
import { useReportPendingUpload } from '../uploads/pending-uploads.tsx';
import { FormattingToolbar } from './formatting-toolbar.tsx';
import { ImagePlaceholders, resetContent } from './image-placeholders.ts';
import { ImageUploadList } from './image-upload-list.tsx';
import { KhmerLangDecorations } from './khmer-lang-decorations.ts';
import { LinkBar } from './link-bar.tsx';
import { PictureDescriptions } from './picture-descriptions.tsx';
import { richTextExtensions } from './rich-text-schema.ts';
import { EditorBody, EditorFooter, EditorFrame, EditorHeader } from './rich-text-style.ts';
import { parseSectionText, type SectionText, serialiseSectionText } from './section-text.ts';
import { useEditorProps } from './use-editor-props.ts';
import { useImageUploads } from './use-image-uploads.ts';

const editorOptions = {
  extensions: [...richTextExtensions, KhmerLangDecorations, ImagePlaceholders],
  // Only URLs are converted automatically, to links. Typed asterisks, dashes and numbers stay as they are.
  enableInputRules: false,
  enablePasteRules: ['link'],
  coreExtensionOptions: { clipboardTextSerializer: { blockSeparator: '\n' } },
  injectCSS: false,
  immediatelyRender: true,
} satisfies Partial<EditorOptions> & { immediatelyRender: true };

const isSameText = (one: SectionText, other: SectionText) =>
  one.content === other.content &&
  one.html === other.html &&
  JSON.stringify(one.ops) === JSON.stringify(other.ops);

interface FreeTextEditorProps {
  label: string;
  value: SectionText;
  /** Called for every change by the author, but not when the text is opened. */
  onChange: (text: SectionText) => void;
  onBlur?: () => void;
  /** Its `focus` focuses the text. */
  ref?: Ref<{ focus: () => void }>;
}

export function FreeTextEditor({ label, value, onChange, onBlur, ref }: FreeTextEditorProps) {
  const t = useMessages();
  const { uploads, insertImages, uploadDataUrls, dismiss } = useImageUploads();
  useReportPendingUpload(uploads.some(({ failure }) => failure === null));
  const [isEditingLink, setIsEditingLink] = useState(false);
  const fileInput = useRef<HTMLInputElement>(null);
  const [content] = useState(() => parseSectionText(value).toJSON());

  const editorProps = useEditorProps(label, {
    addImages: (files, at) => void insertImages(editor, files, at),
    editLink: () => setIsEditingLink(true),
  });
  const editor: Editor = useEditor({
    ...editorOptions,
    content,
    editorProps,
    onUpdate: ({ editor: { state }, transaction }) => {
      const { originalText, doc } = original.current;
      const text = doc.eq(state.doc) ? originalText : serialiseSectionText(state.doc);
      lastText.current = text;
      onChange(text);
      if (transaction.getMeta('uiEvent')) void uploadDataUrls(editor, transaction);
    },
  });
  /** The text as received. It is reported unchanged when all edits have been undone. */
  const original = useRef({ originalText: value, doc: editor.state.doc });
  const lastText = useRef(value);

  useEffect(() => {
    // The value was changed from outside, for example by a restored draft.
    if (isSameText(value, lastText.current)) return;
    resetContent(editor, parseSectionText(value).toJSON());
    original.current = { originalText: value, doc: editor.state.doc };
    lastText.current = value;
  }, [editor, value]);
  useImperativeHandle(ref, () => ({ focus: () => editor.view.focus() }), [editor]);

  const onFilesSelected = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    void insertImages(editor, [...(currentTarget.files ?? [])]);
    // Reset, so that choosing the same file again fires another change event.
    currentTarget.value = '';
    editor.view.focus();
  };

  return (
    <EditorFrame onBlur={onBlur} data-own-undo="">
      <EditorHeader>
        <FormattingToolbar editor={editor} />
      </EditorHeader>
      <EditorBody>
        <EditorContent editor={editor} />
      </EditorBody>
      <EditorFooter>
        <ImageUploadList uploads={uploads} onDismiss={dismiss} />
        <LinkBar editor={editor} isEditing={isEditingLink} onEditingChange={setIsEditingLink} />
        <ImageBar editor={editor} />
        <PictureDescriptions editor={editor} />
        <Inline gap={1}>
          <Button
            size="small"
            variant="ghost"
            icon={<LinkIcon aria-hidden="true" />}
            aria-keyshortcuts="Control+K Meta+K"
            onClick={() => setIsEditingLink(true)}
          >
            {t('freeTextEditor.addLink')}
          </Button>
          <Button
            size="small"
            variant="ghost"
            icon={<ImageIcon aria-hidden="true" />}
            onClick={() => fileInput.current?.click()}
          >
            {t('freeTextEditor.addPicture')}
          </Button>
          <input
            ref={fileInput}
            type="file"
            hidden
            multiple
            accept={acceptedTypes('editor')}
            onChange={onFilesSelected}
          />
        </Inline>
      </EditorFooter>
    </EditorFrame>
  );
}

/** Edits the selected picture's alt text, which screen readers announce and the section's plain text contains. */
function ImageBar({ editor }: { editor: Editor }) {
  const t = useMessages();
  const description = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      current.isActive('image') ? String(current.getAttributes('image').alt ?? '') : null,
  });
  if (description === null) return null;

  const setAltText = (alt: string) =>
    editor.commands.command(({ tr }) => {
      // Unlike replacing the node, this keeps the picture selected.
      tr.setNodeAttribute(tr.selection.from, 'alt', alt);
      return true;
    });
  return (
    <Stack gap={2}>
      <FormField label={t('imageBar.description')}>
        <TextInput
          value={description}
          placeholder={t('imageBar.placeholder')}
          onChange={(event) => setAltText(event.target.value)}
        />
      </FormField>
      <div>
        <Button size="small" onClick={() => editor.chain().focus().deleteSelection().run()}>
          {t('imageBar.remove')}
        </Button>
      </div>
    </Stack>
  );
}
