import { Callout, Dialog, EmptyState, SegmentedToggle, Stack } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import styled from 'styled-components';
import { LessonPreviewHead } from './lesson-preview-head.tsx';
import type { LessonPreview, PreviewedSection } from './previewed-lesson.ts';
import { SectionPreview } from './section-preview.tsx';

/* Focusable so that it can be scrolled with the keyboard: it may contain no focusable elements. */
const Page = styled(Stack).attrs({ role: 'region', tabIndex: 0 })``;

const versions = [
  { value: 'published', label: 'Published' },
  { value: 'working-copy', label: 'Working copy' },
] as const;

/** A lesson as learners will see it (spec 2.8), or as they see it now. */
export function LessonPreviewDialog({ lesson, published, onClose }: LessonPreview & { onClose: () => void }) {
  const [version, setVersion] = useState<(typeof versions)[number]['value']>('working-copy');
  const shown = version === 'published' ? (published ?? lesson) : lesson;
  const { title, description, lessonType, level, sections } = shown;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} size="large">
      <Page gap={4} aria-label={`Preview of ${title}`}>
        {published === undefined ? null : (
          <SegmentedToggle
            aria-label="Previewed version"
            options={versions}
            value={version}
            onValueChange={setVersion}
          />
        )}
        <LessonPreviewHead lessonType={lessonType} description={description} level={level} />
        {sections.length === 0 ? (
          <EmptyState title="No content sections added yet" />
        ) : (
          sections.map(renderSection)
        )}
        <Callout>
          {shown === published
            ? 'This is how your lesson appears to students now'
            : 'This is a preview of how your lesson will appear to students'}
        </Callout>
      </Page>
    </Dialog>
  );
}

/* Sections have no id and their order is fixed in the preview, so the index is the key. */
function renderSection(section: PreviewedSection, index: number) {
  return <SectionPreview key={`section ${index}`} section={section} />;
}
