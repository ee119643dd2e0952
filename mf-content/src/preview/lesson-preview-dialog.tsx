import { Callout, Dialog, EmptyState, SegmentedToggle, Stack } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { useMessages } from '../messages/messages.ts';
import { PreviewFrame } from './preview-frame.tsx';
import { type LessonPreview, LessonPreviewHead, type PreviewedSection } from './previewed-lesson.tsx';
import { SectionPreview } from './section-preview.tsx';

export function LessonPreviewDialog({
  lesson,
  published,
  savedId,
  onClose,
}: LessonPreview & { onClose: () => void }) {
  const t = useMessages();
  const [version, setVersion] = useState<'published' | 'working-copy'>('working-copy');
  const shown = version === 'published' ? (published ?? lesson) : lesson;
  const { title, sections } = shown;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} size="large">
      <PreviewFrame label={t('lessonPreviewDialog.label', { title })} savedId={savedId}>
        <Stack gap={4}>
          {published === undefined ? null : (
            <SegmentedToggle
              aria-label={t('lessonPreviewDialog.versions')}
              options={[
                { value: 'published', label: t('contentStatus.published') },
                { value: 'working-copy', label: t('lessonPreviewDialog.workingCopy') },
              ]}
              value={version}
              onValueChange={setVersion}
            />
          )}
          <LessonPreviewHead lesson={shown} />
          {sections.length === 0 ? <EmptyState title={t('label.noSections')} /> : sections.map(renderSection)}
          <Callout>
            {t(shown === published ? 'lessonPreviewDialog.now' : 'lessonPreviewDialog.willAppear')}
          </Callout>
        </Stack>
      </PreviewFrame>
    </Dialog>
  );
}

/* Sections have no id and their order is fixed in the preview, so the index is the key. */
function renderSection(section: PreviewedSection, index: number) {
  return <SectionPreview key={`section ${index}`} section={section} />;
}
