import { isBlank } from '@khmer-learning/khmer-text';
import {
  Button,
  Callout,
  Card,
  ConfirmDialog,
  FormField,
  IconButton,
  Inline,
  Stack,
  Tabs,
  Text,
  TextArea,
  TextInput,
  TrashIcon,
  useFieldLabelId,
} from '@khmer-learning/ui-kit';
import { type ReactNode, type Ref, useState } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import type { LessonValues } from './lesson-form.schema.ts';
import { VocabularyEditor } from './vocabulary-editor.tsx';

type ContentTab = 'vocabulary' | 'free-text';

/** The tab a section starts on, by its title (spec 4). */
function tabForTitle(title: string): ContentTab {
  return /vocabulary|word|key/i.test(title) ? 'vocabulary' : 'free-text';
}

interface SectionEditorProps {
  index: number;
  canRemove: boolean;
  onRemove: () => void;
}

/** One section of the lesson form: its title, and its text as vocabulary rows or as it is. */
export function SectionEditor({ index, canRemove, onRemove }: SectionEditorProps) {
  const { control, register, setValue, formState } = useFormContext<LessonValues>();
  const [title, html, ops] = useWatch({
    control,
    name: [`sections.${index}.title`, `sections.${index}.html`, `sections.${index}.ops`],
  });
  // Registered in the order of the screen: the focus goes to the first field that is wrong.
  const titleField = register(`sections.${index}.title`);
  const { field, fieldState } = useController({ control, name: `sections.${index}.content` });
  // A new section follows its title for as long as nothing is written in it.
  const [chosenTab, setChosenTab] = useState(field.value === '' ? null : tabForTitle(title));
  const tab = chosenTab ?? tabForTitle(title);

  const changeContent = (text: string) => {
    setChosenTab(tab);
    field.onChange(text);
  };
  /** Formatting belongs to the text it was made for: before that is edited, the author lets the formatting go. */
  const dropFormatting = () => {
    setValue(`sections.${index}.html`, null, { shouldDirty: true });
    setValue(`sections.${index}.ops`, null, { shouldDirty: true });
  };
  const [isAskingToRemove, setIsAskingToRemove] = useState(false);
  const isFormatted = Boolean(html) || (ops ?? []).length > 0;

  return (
    <Card
      title={`Section ${index + 1}`}
      actions={
        canRemove ? (
          <IconButton
            size="small"
            dangerous
            label={`Remove section ${index + 1}`}
            tooltip="Remove section"
            icon={<TrashIcon aria-hidden="true" />}
            onClick={() => (isBlank(title + field.value) ? onRemove() : setIsAskingToRemove(true))}
          />
        ) : undefined
      }
    >
      <Stack gap={4}>
        <FormField label="Section Title" required error={formState.errors.sections?.[index]?.title?.message}>
          <TextInput {...titleField} />
        </FormField>
        <FormField
          group
          label="Section Content"
          required
          error={fieldState.error?.message}
          hint="You can include Khmer script, pronunciation guides and formatting."
          aside={
            <Text as="span" size="small" muted>
              Khmer is supported
            </Text>
          }
        >
          <ContentGroup>
            {isFormatted ? <FormattedNotice onRemove={dropFormatting} /> : null}
            <Tabs
              label={`Content of section ${index + 1}`}
              value={tab}
              onValueChange={setChosenTab}
              keepMounted
              tabs={[
                {
                  value: 'vocabulary',
                  label: 'Vocabulary',
                  content: (
                    <VocabularyEditor
                      value={field.value}
                      onChange={changeContent}
                      onBlur={field.onBlur}
                      disabled={isFormatted}
                      {...(tab === 'vocabulary' ? { ref: field.ref } : {})}
                    />
                  ),
                },
                {
                  value: 'free-text',
                  label: 'Free Text',
                  content: (
                    <FreeTextEditor
                      index={index}
                      value={field.value}
                      onChange={changeContent}
                      onBlur={field.onBlur}
                      disabled={isFormatted}
                      {...(tab === 'free-text' ? { ref: field.ref } : {})}
                    />
                  ),
                },
              ]}
            />
          </ContentGroup>
        </FormField>
      </Stack>
      <ConfirmDialog
        open={isAskingToRemove}
        onOpenChange={setIsAskingToRemove}
        title={`Remove section ${index + 1}?`}
        description="What is written in it goes with it."
        confirmLabel="Remove section"
        dangerous
        onConfirm={onRemove}
      />
    </Card>
  );
}

interface FreeTextEditorProps {
  index: number;
  value: string;
  onChange: (text: string) => void;
  onBlur: () => void;
  disabled: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

/** The section's text as it is. */
function FreeTextEditor({ index, onChange, ...area }: FreeTextEditorProps) {
  return (
    <Stack gap={2}>
      <TextArea
        {...area}
        rows={8}
        // High enough for Khmer, which may stand anywhere in it.
        style={{ lineHeight: 1.9 }}
        aria-label={`Text of section ${index + 1}`}
        onChange={(event) => onChange(event.target.value)}
      />
      <Text size="small" muted>
        Both tabs edit the same text. Vocabulary shows its lines as rows where they have the form “Word
        [pronunciation] : translation”, and keeps all others.
      </Text>
    </Stack>
  );
}

/** Names the two editors after their field. */
function ContentGroup({ children }: { children: ReactNode }) {
  return (
    <Stack gap={3} role="group" aria-labelledby={useFieldLabelId()}>
      {children}
    </Stack>
  );
}

/** The text of a formatted section is locked until the author agrees to lose the formatting. */
function FormattedNotice({ onRemove }: { onRemove: () => void }) {
  return (
    <Callout tone="info" title="This section is formatted">
      <Inline place="between" gap={3}>
        <span>Learners see it with its formatting. Editing the text here removes that.</span>
        <Button size="small" onClick={onRemove}>
          Remove formatting and edit
        </Button>
      </Inline>
    </Callout>
  );
}
