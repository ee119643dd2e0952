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
import { LazyFreeTextEditor } from '../rich-text/lazy-free-text-editor.tsx';
import type { SectionText } from '../rich-text/section-text.ts';
import { usePendingUploads, useReportPendingUpload } from '../uploads/pending-uploads.tsx';
import { hasSectionFormatting } from './section-formatting.ts';
import { VocabularyEditor } from './vocabulary-editor.tsx';

type ContentTab = 'vocabulary' | 'free-text';

/** The tab a section starts on, by its title (spec 4); formatting shows in Free Text alone. */
function initialTab(title: string, value: SectionText): ContentTab {
  return /vocabulary|word|key/i.test(title) && !hasSectionFormatting(value) ? 'vocabulary' : 'free-text';
}

interface SectionContentTabsProps {
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
export function SectionContentTabs({ name, title, value, onChange, onBlur, ref }: SectionContentTabsProps) {
  // A new section follows its title for as long as nothing is written in it.
  const [selectedTab, setSelectedTab] = useState(value.content === '' ? null : initialTab(title, value));
  const tab = selectedTab ?? initialTab(title, value);
  /** The editor out of sight keeps its state until the text is changed in the other. */
  const [hidden, setHidden] = useState<ContentTab | null>(null);
  const uploads = usePendingUploads();
  const isUploading = uploads.count > 0;
  useReportPendingUpload(isUploading);
  const isMounted = (candidate: ContentTab) => candidate === tab || candidate === hidden;

  const selectTab = (next: ContentTab) => {
    setHidden(tab);
    setSelectedTab(next);
  };
  const changeText = (text: SectionText) => {
    setSelectedTab(tab);
    setHidden(null);
    onChange(text);
  };
  const formatted = hasSectionFormatting(value);

  return (
    <Stack gap={3} role="group" aria-labelledby={useFieldLabelId()}>
      <Tabs
        label={`Content of ${name}`}
        value={tab}
        onValueChange={selectTab}
        keepMounted
        tabs={[
          {
            value: 'vocabulary',
            label: 'Vocabulary',
            content: isMounted('vocabulary') ? (
              <Stack gap={3}>
                {formatted ? (
                  <FormattedNotice
                    name={name}
                    onRemove={() => changeText({ content: value.content, html: null, ops: null })}
                  />
                ) : null}
                <VocabularyEditor
                  value={value.content}
                  onChange={(content) => changeText({ content, html: null, ops: null })}
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
              isMounted('free-text') || isUploading ? (
                <Stack gap={2}>
                  {uploads.wrapWithProvider(
                    <LazyFreeTextEditor
                      label={`Text of ${name}`}
                      value={value}
                      onChange={changeText}
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
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <Callout tone="info" title="This section is formatted">
      <Inline justify="between" gap={3}>
        <span>Entries have no formatting, links or pictures. Free Text keeps them.</span>
        <Button size="small" onClick={() => setIsConfirming(true)}>
          Edit as entries
        </Button>
      </Inline>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={`Remove the formatting of ${name}?`}
        description="Its words stay. Bold, italic, underline, links and pictures go."
        confirmLabel="Remove formatting"
        dangerous
        onConfirm={onRemove}
      />
    </Callout>
  );
}
