import {
  Button,
  Callout,
  ConfirmDialog,
  Inline,
  Stack,
  Tabs,
  Text,
  useFieldLabelId,
} from '@khmer-learning/ui-kit';
import { type Ref, useState } from 'react';
import { FreeText } from '../rich-text/free-text.tsx';
import type { SectionText } from '../rich-text/section-text.ts';
import { useReportUploads, useUnfinishedUploads } from '../uploads/unfinished-uploads.tsx';
import { isFormatted } from './section-formatting.ts';
import { VocabularyEditor } from './vocabulary-editor.tsx';

type ContentTab = 'vocabulary' | 'free-text';

/** The tab a section starts on, by its title (spec 4); formatting shows in Free Text alone. */
function firstTab(title: string, value: SectionText): ContentTab {
  return /vocabulary|word|key/i.test(title) && !isFormatted(value) ? 'vocabulary' : 'free-text';
}

interface SectionContentProps {
  /** `section 1` */
  name: string;
  /** The section's title, which an empty section follows. */
  title: string;
  value: SectionText;
  onChange: (text: SectionText) => void;
  onBlur: () => void;
  /** Puts the focus into the editor in sight. */
  ref?: Ref<{ focus: () => void }>;
}

/** A section's text, as vocabulary rows or as free text. Both tabs edit the same text. */
export function SectionContent({ name, title, value, onChange, onBlur, ref }: SectionContentProps) {
  // A new section follows its title for as long as nothing is written in it.
  const [chosenTab, setChosenTab] = useState(value.content === '' ? null : firstTab(title, value));
  const tab = chosenTab ?? firstTab(title, value);
  /** The editor out of sight keeps its state until the text is changed in the other. */
  const [hidden, setHidden] = useState<ContentTab | null>(null);
  const uploads = useUnfinishedUploads();
  const isUploading = uploads.count > 0;
  useReportUploads(isUploading);
  const isOpen = (candidate: ContentTab) => candidate === tab || candidate === hidden;

  const choose = (next: ContentTab) => {
    setHidden(tab);
    setChosenTab(next);
  };
  const change = (text: SectionText) => {
    setChosenTab(tab);
    setHidden(null);
    onChange(text);
  };
  const formatted = isFormatted(value);

  return (
    <Stack gap={3} role="group" aria-labelledby={useFieldLabelId()}>
      <Tabs
        label={`Content of ${name}`}
        value={tab}
        onValueChange={choose}
        keepMounted
        tabs={[
          {
            value: 'vocabulary',
            label: 'Vocabulary',
            content: isOpen('vocabulary') ? (
              <Stack gap={3}>
                {formatted ? (
                  <FormattedNotice
                    name={name}
                    onRemove={() => change({ content: value.content, html: null, ops: null })}
                  />
                ) : null}
                <VocabularyEditor
                  value={value.content}
                  onChange={(content) => change({ content, html: null, ops: null })}
                  onBlur={onBlur}
                  disabled={formatted}
                  {...(tab === 'vocabulary' ? { ref } : {})}
                />
              </Stack>
            ) : null,
          },
          {
            value: 'free-text',
            label: 'Free Text',
            // Pictures that are on their way land in it, whatever is in sight.
            content:
              isOpen('free-text') || isUploading ? (
                <Stack gap={2}>
                  {uploads.around(
                    <FreeText
                      label={`Text of ${name}`}
                      value={value}
                      onChange={change}
                      onBlur={onBlur}
                      {...(tab === 'free-text' ? { ref } : {})}
                    />,
                  )}
                  <Text size="small" muted>
                    Both tabs edit the same text. Vocabulary shows its lines as rows where they have the form
                    “Word [pronunciation] : translation”, and keeps all others.
                  </Text>
                </Stack>
              ) : null,
          },
        ]}
      />
    </Stack>
  );
}

/** Rows hold no formatting: before they are edited, the author agrees to lose it. */
function FormattedNotice({ name, onRemove }: { name: string; onRemove: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Callout tone="info" title="This section is formatted">
      <Inline justify="between" gap={3}>
        <span>Entries have no formatting, links or pictures. Free Text keeps them.</span>
        <Button size="small" onClick={() => setIsAsking(true)}>
          Edit as entries
        </Button>
      </Inline>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Remove the formatting of ${name}?`}
        description="Its words stay. Bold, italic, underline, links and pictures go."
        confirmLabel="Remove formatting"
        dangerous
        onConfirm={onRemove}
      />
    </Callout>
  );
}
