import { Combobox, FormField, type SelectOption } from '@khmer-learning/ui-kit';
import { type ComponentProps, useState } from 'react';
import { defineComponentPage } from '../component-page.ts';
import { khmerText, longText } from '../sample-texts.ts';

const lessonTypes: readonly SelectOption[] = [
  { value: '1', label: 'Vocabulary' },
  { value: '2', label: 'Grammar' },
  { value: '3', label: 'Conversation' },
  { value: '4', label: 'Archived type', disabled: true },
];

function LessonType({
  label = 'Lesson type',
  error,
  ...props
}: Partial<ComponentProps<typeof Combobox>> & { label?: string; error?: string }) {
  const [value, setValue] = useState(props.value ?? '');
  return (
    <FormField label={label} error={error}>
      <Combobox options={lessonTypes} {...props} value={value} onValueChange={setValue} />
    </FormField>
  );
}

export const comboboxPage = defineComponentPage({
  components: { Combobox },
  purpose: 'Selects one of many options. Typing filters them.',
  examples: {
    default: () => <LessonType value="2" />,
    loading: () => <LessonType loading options={[]} />,
    empty: () => <LessonType options={[]} emptyText="No lesson types yet" />,
    error: () => <LessonType error="Choose a lesson type" />,
    disabled: () => <LessonType disabled value="1" />,
    '1,000 options': () => (
      <LessonType
        options={Array.from({ length: 1_000 }, (_, index) => ({
          value: `${index + 1}`,
          label: `Lesson ${index + 1}`,
        }))}
      />
    ),
    'long text': () => <LessonType options={[{ value: '1', label: longText }]} value="1" />,
    'Khmer text': () => <LessonType options={[{ value: '1', label: khmerText }]} value="1" />,
  },
  keyboard: {
    'Arrow Down, Arrow Up': 'Opens the list; goes through the options.',
    Enter: 'Selects the highlighted option.',
    Esc: 'Closes the list and keeps the selection.',
  },
  dos: [
    'Use it from about ten options on.',
    'With onSearch, pass valueLabel for an option that the results lack.',
  ],
  donts: ['Do not use it for new values: only options can be selected.'],
});
