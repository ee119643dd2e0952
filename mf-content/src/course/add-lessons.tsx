import { isSessionEndError, useAnnounceChanges, useApi, userMessageOf } from '@khmer-learning/console-sdk';
import { type LessonSummary, lessons as lessonEndpoints, lessonMessages } from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import {
  Button,
  FormField,
  Inline,
  langProps,
  Stack,
  Text,
  TextInput,
  translateServerMessage,
} from '@khmer-learning/ui-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLessonTypes } from '../lesson-types/lesson-types.api.ts';
import { toListed, useSetLessons } from './course.api.ts';
import { useMessages } from './messages/messages.ts';

/** The section of a new lesson: its editor begins with the words because of this title. */
const firstSection = 'Vocabulary';

interface PendingLesson {
  readonly key: number;
  readonly title: string;
  /** Why it could not be created; undefined while it is. */
  readonly failure?: string;
}

/** The titles that become lessons of a main lesson, one after the other, as drafts like the last lesson; one that fails stays. */
export function useAddLessons(mainLessonId: number, last: LessonSummary | undefined) {
  const t = useMessages();
  const api = useApi();
  const queryClient = useQueryClient();
  const announceChanges = useAnnounceChanges();
  const setLessons = useSetLessons(mainLessonId);
  const types = useLessonTypes();
  const lessonTypeId = last?.lessonTypeId ?? types.data?.[0]?.id;
  const nextKey = useRef(0);
  const [pending, setPending] = useState<readonly PendingLesson[]>([]);
  const set = (changed: PendingLesson) =>
    setPending((all) => all.map((one) => (one.key === changed.key ? changed : one)));
  const remove = (key: number) => setPending((all) => all.filter((one) => one.key !== key));
  const mutationKey = ['add-lesson', mainLessonId];
  const { mutate } = useMutation({
    mutationKey,
    // One at a time, so that they are in the order in which they were typed.
    scope: { id: mutationKey.join() },
    mutationFn: async ({ title }: PendingLesson) => {
      if (lessonTypeId === undefined) throw new Error(t('coursePage.noLessonType'));
      const content = title;
      const sections = [{ title: firstSection, content, html: null, ops: null }];
      const level = last?.level ?? 'Beginner';
      const body = { mainLessonId, lessonTypeId, title, description: title, level, sections };
      return api.call(lessonEndpoints.create, { body });
    },
    onSuccess: (created, { key }) => {
      setLessons((all) => [...all.filter(({ id }) => id !== created.id), toListed(created)]);
      remove(key);
    },
    onError: (error, one) => {
      const known =
        lessonTypeId === undefined ? error.message : userMessageOf(error, t('coursePage.addFailed'));
      set({ ...one, failure: isSessionEndError(error) ? '' : known });
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey }) <= 1) announceChanges(['lesson']);
    },
  });
  const start = (key: number, title: string) => {
    if (isBlank(title)) return set({ key, title, failure: translateServerMessage(lessonMessages.title) });
    const one = { key, title: title.trim() };
    set(one);
    mutate(one);
  };
  return {
    pending,
    add: (title: string) => {
      nextKey.current += 1;
      const key = nextKey.current;
      setPending((all) => [...all, { key, title }]);
      start(key, title);
    },
    change: (one: PendingLesson, title: string) => set({ ...one, title }),
    retry: ({ key, title }: PendingLesson) => start(key, title),
    discard: ({ key }: PendingLesson) => remove(key),
  };
}

interface AddLessonsProps {
  adding: ReturnType<typeof useAddLessons>;
  text: string;
  onTextChange: (text: string) => void;
}

export function AddLessons({ adding, text, onTextChange }: AddLessonsProps) {
  const t = useMessages();
  const add = () => {
    if (isBlank(text)) return;
    adding.add(text);
    onTextChange('');
  };
  return (
    <Stack gap={2}>
      {adding.pending.map((one) =>
        one.failure === undefined ? (
          <Text key={one.key} muted role="status">
            {t('coursePage.adding', { title: one.title })}
          </Text>
        ) : (
          <FormField key={one.key} label={t('coursePage.notAdded')} error={one.failure}>
            <TextInput
              value={one.title}
              onChange={({ target }) => adding.change(one, target.value)}
              onKeyDown={({ key, nativeEvent }) =>
                key === 'Enter' && !nativeEvent.isComposing && adding.retry(one)
              }
              {...langProps(one.title)}
            />
            <Inline gap={2}>
              <Button size="small" onClick={() => adding.retry(one)}>
                {t('coursePage.tryAgain')}
              </Button>
              <Button size="small" variant="ghost" onClick={() => adding.discard(one)}>
                {t('coursePage.discard')}
              </Button>
            </Inline>
          </FormField>
        ),
      )}
      <FormField label={t('coursePage.addLesson')} hint={t('coursePage.addHint')}>
        <TextInput
          value={text}
          onChange={({ target }) => onTextChange(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            add();
          }}
          {...langProps(text)}
        />
      </FormField>
    </Stack>
  );
}
