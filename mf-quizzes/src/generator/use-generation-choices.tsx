import { type QuestionKind, questionKinds } from '@khmer-learning/contracts';
import { FormField, Select, type SelectOption, useLanguage } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { useMessages } from '../messages/messages.ts';
import { questionKindOptions } from '../quiz-form/question-kinds.ts';
import { type DirectionName, directionNames, type QuestionLanguage } from './generate-questions.ts';

export function useGenerationChoices() {
  const t = useMessages();
  const { language: pageLanguage } = useLanguage();
  const [kind, setKind] = useState<QuestionKind>('choice');
  const [direction, setDirection] = useState<DirectionName>('english-khmer');
  const [asksIn, setAsksIn] = useState<QuestionLanguage>(pageLanguage);
  const isListening = kind === 'listening';
  const languageOptions: SelectOption[] = [
    { value: 'km', label: t('spokenLanguage.khmer') },
    { value: 'en', label: t('spokenLanguage.english') },
  ];
  const directionOptions: SelectOption[] = isListening
    ? [
        { value: 'english-khmer', label: t('spokenLanguage.khmer') },
        { value: 'khmer-english', label: t('spokenLanguage.english') },
      ]
    : directionNames.map((value) => ({ value, label: t(`questionDirection.${value}`) }));
  const fields = (
    <>
      <FormField label={t('questionEditor.kind')}>
        <Select
          options={questionKindOptions(questionKinds)}
          value={kind}
          onValueChange={(value) => setKind(questionKinds.find((one) => one === value) ?? kind)}
        />
      </FormField>
      <FormField label={isListening ? t('generateQuestions.spoken') : t('generateQuestions.direction')}>
        <Select
          options={directionOptions}
          value={isListening && direction === 'phonemic-english' ? 'khmer-english' : direction}
          onValueChange={(value) => setDirection(directionNames.find((name) => name === value) ?? direction)}
        />
      </FormField>
      <FormField label={t('generateQuestions.asksIn')}>
        <Select
          options={languageOptions}
          value={asksIn}
          onValueChange={(value) => setAsksIn(value === 'km' ? 'km' : 'en')}
        />
      </FormField>
    </>
  );
  return { kind, direction, asksIn, fields };
}
