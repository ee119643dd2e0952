import { Button, ImageIcon, Inline, LinkIcon } from '@khmer-learning/ui-kit';
import { type Editor, EditorContent, type EditorOptions, useEditor } from '@tiptap/react';
import { type ChangeEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { acceptedTypes } from '../uploads/file-check.ts';
import { useReportUploads } from '../uploads/unfinished-uploads.tsx';
import { FormattingToolbar } from './formatting-toolbar.tsx';
import { KhmerBlocks } from './khmer-blocks.ts';
import { LinkBar } from './link-bar.tsx';
import { PictureBar } from './picture-bar.tsx';
import { PicturePlaces, replaceText } from './picture-places.ts';
import { PictureUploadList } from './picture-upload-list.tsx';
import { richTextExtensions } from './rich-text-schema.ts';
import { Foot, Frame, Head, TextBox } from './rich-text-style.ts';
import { docOf, type SectionText, sectionTextOf } from './section-text.ts';
import { useEditorProps } from './use-editor-props.ts';
import { usePictureUploads } from './use-picture-uploads.ts';

const settings = {
  extensions: [...richTextExtensions, KhmerBlocks, PicturePlaces],
  // Only addresses become something else by themselves; stars, dashes and numbers stay what was typed.
  enableInputRules: false,
  enablePasteRules: ['link'],
  coreExtensionOptions: { clipboardTextSerializer: { blockSeparator: '\n' } },
  injectCSS: false,
  immediatelyRender: true,
} satisfies Partial<EditorOptions> & { immediatelyRender: true };

const isSame = (one: SectionText, other: SectionText) =>
  one.content === other.content &&
  one.html === other.html &&
  JSON.stringify(one.ops) === JSON.stringify(other.ops);

export interface FreeTextEditorProps {
  /** Says which text it is. */
  label: string;
  value: SectionText;
  /** Told of every change the author makes, and of none that opening brings. */
  onChange: (text: SectionText) => void;
  onBlur?: () => void;
  /** Puts the focus into the text. */
  ref?: Ref<{ focus: () => void }>;
}

/** A section's text with its formatting (spec 2.9 and 5). */
export function FreeTextEditor({ label, value, onChange, onBlur, ref }: FreeTextEditorProps) {
  const { uploads, add, replaceData, forget } = usePictureUploads();
  useReportUploads(uploads.some(({ failure }) => failure === null));
  const [isEditingLink, setIsEditingLink] = useState(false);
  const filePicker = useRef<HTMLInputElement>(null);
  const [content] = useState(() => docOf(value).toJSON());

  const editorProps = useEditorProps(label, {
    addPictures: (files, at) => void add(editor, files, at),
    editLink: () => setIsEditingLink(true),
  });
  const editor: Editor = useEditor({
    ...settings,
    content,
    editorProps,
    onUpdate: ({ editor: { state }, transaction }) => {
      const { given, doc } = opened.current;
      const text = doc.eq(state.doc) ? given : sectionTextOf(state.doc);
      known.current = text;
      onChange(text);
      if (transaction.getMeta('uiEvent')) void replaceData(editor, transaction);
    },
  });
  /** The text as it was given: given back just so when all editing has been undone. */
  const opened = useRef({ given: value, doc: editor.state.doc });
  const known = useRef(value);

  useEffect(() => {
    // Changed from outside, such as by a restored draft.
    if (isSame(value, known.current)) return;
    replaceText(editor, docOf(value).toJSON());
    opened.current = { given: value, doc: editor.state.doc };
    known.current = value;
  }, [editor, value]);
  useImperativeHandle(ref, () => ({ focus: () => editor.view.focus() }), [editor]);

  const choosePictures = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    void add(editor, [...(currentTarget.files ?? [])]);
    // The same file can be chosen again.
    currentTarget.value = '';
    editor.view.focus();
  };

  return (
    <Frame onBlur={onBlur}>
      <Head>
        <FormattingToolbar editor={editor} />
      </Head>
      <TextBox>
        <EditorContent editor={editor} />
      </TextBox>
      <Foot>
        <PictureUploadList uploads={uploads} onForget={forget} />
        <LinkBar editor={editor} isEditing={isEditingLink} onEditingChange={setIsEditingLink} />
        <PictureBar editor={editor} />
        <Inline gap={1}>
          <Button
            size="small"
            variant="ghost"
            icon={<LinkIcon aria-hidden="true" />}
            aria-keyshortcuts="Control+K Meta+K"
            onClick={() => setIsEditingLink(true)}
          >
            Add link
          </Button>
          <Button
            size="small"
            variant="ghost"
            icon={<ImageIcon aria-hidden="true" />}
            onClick={() => filePicker.current?.click()}
          >
            Add picture
          </Button>
          <input
            ref={filePicker}
            type="file"
            hidden
            multiple
            accept={acceptedTypes('editor')}
            onChange={choosePictures}
          />
        </Inline>
      </Foot>
    </Frame>
  );
}
