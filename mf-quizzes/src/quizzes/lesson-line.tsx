import { MixedLanguageText } from '../khmer/mixed-language-text.tsx';
import { useMessages } from '../messages/messages.ts';

/** `Lesson: The river`. */
export function LessonLine({ title }: { title: string }) {
  const t = useMessages();
  return t.rich('lessonLine.lesson', { title: () => <MixedLanguageText>{title}</MixedLanguageText> });
}
