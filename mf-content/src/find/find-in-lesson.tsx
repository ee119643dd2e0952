import { useFindText } from '@khmer-learning/console-sdk';
import { IconButton, SearchIcon, toast } from '@khmer-learning/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useMessages } from '../messages/messages.ts';
import { type FindableText, type SectionTexts, SectionTextsContext } from './findable-texts.ts';

/** The values of the form that are searched besides the texts of its sections. */
interface SearchedValues {
  title: string;
  description: string;
  sections: { title: string }[];
}

/** Find in the open lesson form: by a button, Ctrl+F or Cmd+F, or the page's address. The bar is loaded when first opened. */
export function useFindInLesson(readValues: () => SearchedValues) {
  const t = useMessages();
  const root = useRef<HTMLDivElement>(null);
  const [sections] = useState((): SectionTexts => new Map());
  /** What the open bar was asked to find; `times` counts how often it was opened. Null while it is closed. */
  const [asked, setAsked] = useState<{ text: string | null; times: number } | null>(null);
  const loading = useMutation({
    mutationFn: async (_text: string | null) =>
      (await import(/* webpackChunkName: "lesson-find" */ './find-bar.tsx')).FindBar,
    onSuccess: (_Bar, text) => setAsked((last) => ({ text, times: (last?.times ?? 0) + 1 })),
    onError: () => toast.error(t('findInLesson.notLoaded')),
    networkMode: 'always',
  });
  const open = (text: string | null = null) => loading.mutate(text);

  const openNow = useEffectEvent(open);
  const addressedText = useFindText();
  useEffect(() => {
    if (addressedText !== null) openNow(addressedText);
  }, [addressedText]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isFind = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isFind || event.key.toLowerCase() !== 'f' || !(event.target instanceof Element)) return;
      const dialog = event.target.closest('[role="dialog"], [role="alertdialog"]');
      // In the bar, the key opens the browser's own search.
      if (!dialog?.contains(root.current) || event.target.closest('[data-find]')) return;
      event.preventDefault();
      openNow();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  const input = (name: string) => () => root.current?.querySelector<HTMLElement>(`[name="${name}"]`) ?? null;
  const texts = (): FindableText[] => {
    const values = readValues();
    return [
      { text: values.title, place: t('field.title'), locate: input('title') },
      { text: values.description, place: t('field.description'), locate: input('description') },
      ...values.sections.flatMap(({ title }, index) => [
        {
          text: title,
          place: t('findInLesson.sectionTitle', { number: index + 1 }),
          locate: input(`sections.${index}.title`),
        },
        ...(sections.get(index)?.() ?? []),
      ]),
    ];
  };
  const Bar = loading.data;

  return {
    button: (
      <IconButton
        size="small"
        label={t('action.findInLesson')}
        tooltip={t('findInLesson.tooltip')}
        aria-keyshortcuts="Control+F Meta+F"
        icon={<SearchIcon aria-hidden="true" />}
        loading={loading.isPending}
        onClick={() => open()}
      />
    ),
    /** Renders the bar above the fields, which register their texts. */
    wrap: (fields: ReactNode) => (
      <SectionTextsContext value={sections}>
        <div ref={root}>
          {asked === null || Bar === undefined ? null : (
            <Bar key={asked.times} initialText={asked.text} texts={texts} onClose={() => setAsked(null)} />
          )}
          {fields}
        </div>
      </SectionTextsContext>
    ),
  };
}
