import {
  Button,
  Checkbox,
  Combobox,
  FormField,
  Inline,
  PasswordInput,
  Radio,
  RadioGroup,
  SearchInput,
  SegmentedToggle,
  Select,
  type SelectOption,
  Stack,
  Switch,
  Text,
  TextArea,
  TextInput,
  TextLink,
} from '@khmer-learning/ui-kit';
import { type ComponentProps, useId, useState } from 'react';
import { defineComponentPage } from '../component-page.ts';
import { khmerSentence, khmerText, longText, longWord, withTexts } from '../sample-texts.ts';

export const checkboxPage = defineComponentPage({
  components: { Checkbox },
  purpose: 'A choice that is saved later.',
  examples: {
    default: () => (
      <Stack gap={2}>
        <Checkbox>Free</Checkbox>
        <Checkbox defaultChecked>Published</Checkbox>
        <Checkbox indeterminate>Some lessons</Checkbox>
        <Checkbox aria-label="Select Greetings" />
      </Stack>
    ),
    disabled: () => (
      <Stack gap={2}>
        <Checkbox disabled>Free</Checkbox>
        <Checkbox disabled defaultChecked>
          Published
        </Checkbox>
      </Stack>
    ),
    ...withTexts((text) => <Checkbox>{text}</Checkbox>),
  },
  keyboard: { Space: 'Checks or unchecks it.' },
  dos: ['State what is true when it is checked.'],
  donts: ['Do not use it for what takes effect at once: use Switch.'],
});

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
    ...withTexts((text) => <LessonType options={[{ value: '1', label: text }]} value="1" />),
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

export const formFieldPage = defineComponentPage({
  components: { FormField },
  purpose: 'Connects a control with its label, hint and error.',
  examples: {
    default: () => (
      <Stack>
        <FormField label="Title" required hint="Learners see it in their list.">
          <TextInput defaultValue="Greetings" />
        </FormField>
        <FormField label="Password" aside={<TextLink href="?">Forgot password?</TextLink>}>
          <TextInput type="password" />
        </FormField>
      </Stack>
    ),
    error: () => (
      <FormField label="Title" required error="Title is required" hint="Learners see it in their list.">
        <TextInput />
      </FormField>
    ),
    'long text': () => (
      <FormField label={longText} hint={longText} error={longText}>
        <TextInput defaultValue={longText} />
      </FormField>
    ),
    'Khmer text': () => (
      <FormField label="Translation" hint={<span lang="km">{khmerText}</span>}>
        <TextInput defaultValue={khmerText} lang="km" />
      </FormField>
    ),
  },
  keyboard: { Tab: 'Focuses the control. Screen readers read label, error and hint.' },
  dos: ['Wrap groups of radios in a field with group.', 'Say in the error how to correct it.'],
  donts: ['Do not replace the label by a placeholder.'],
});

export const passwordInputPage = defineComponentPage({
  components: { PasswordInput },
  purpose: 'A password that can be shown.',
  examples: {
    default: () => (
      <FormField label="Password">
        <PasswordInput autoComplete="current-password" />
      </FormField>
    ),
    error: () => (
      <FormField label="New password" error="At least 8 characters">
        <PasswordInput defaultValue="short" autoComplete="new-password" />
      </FormField>
    ),
    disabled: () => (
      <FormField label="Password">
        <PasswordInput disabled autoComplete="off" />
      </FormField>
    ),
    'long text': () => (
      <FormField label="Password">
        <PasswordInput defaultValue={longWord} autoComplete="off" />
      </FormField>
    ),
  },
  keyboard: {
    Tab: 'Goes from the field to its button.',
    'Enter, Space': 'Shows or hides the password, on the button.',
  },
  dos: ['Set autoComplete, so that password managers help.'],
  donts: ['Do not ask for a password twice: it can be shown.'],
});

function Answers({ texts, disabled = false }: { texts: readonly string[]; disabled?: boolean }) {
  const name = useId();
  return (
    <Stack gap={2} role="radiogroup" aria-label="Correct answer">
      {texts.map((text, index) => (
        <Inline key={text} wrap={false}>
          <Radio
            name={name}
            defaultChecked={index === 0}
            disabled={disabled}
            aria-label={`Answer ${index + 1} is correct`}
          />
          <TextInput defaultValue={text} disabled={disabled} aria-label={`Answer ${index + 1}`} />
        </Inline>
      ))}
    </Stack>
  );
}

export const radioPage = defineComponentPage({
  components: { Radio },
  purpose: 'One of several options that are more than a text.',
  examples: {
    default: () => <Answers texts={['Hello', 'Goodbye']} />,
    disabled: () => <Answers texts={['Hello', 'Goodbye']} disabled />,
    'Khmer text': () => <Answers texts={['សួស្តី', khmerText]} />,
  },
  keyboard: {
    'Arrow keys': 'Select the next or previous radio of the group.',
    Space: 'Selects the focused radio.',
  },
  dos: ['Give each radio an aria-label and the same name.'],
  donts: ['Do not use it for plain options: use RadioGroup.'],
});

function Order({ error, ...props }: Partial<ComponentProps<typeof RadioGroup<string>>> & { error?: string }) {
  const [value, setValue] = useState(props.value ?? 'fixed');
  return (
    <FormField label="Order of the questions" group error={error}>
      <RadioGroup
        options={[
          { value: 'fixed', label: 'As written', hint: 'Every learner gets the same order.' },
          { value: 'random', label: 'Shuffled' },
          { value: 'level', label: 'By level', disabled: true },
        ]}
        {...props}
        value={value}
        onValueChange={setValue}
      />
    </FormField>
  );
}

export const radioGroupPage = defineComponentPage({
  components: { RadioGroup },
  purpose: 'Selects one of a few options, all visible.',
  examples: {
    default: () => <Order />,
    error: () => <Order value="" error="Choose an order" />,
    disabled: () => <Order disabled />,
    'a button beside an option': () => (
      <Order
        options={[
          { value: 'fixed', label: 'As written', aside: <Button size="small">Show</Button> },
          { value: 'random', label: 'Shuffled' },
        ]}
      />
    ),
    'long text': () => <Order options={[{ value: 'fixed', label: longText, hint: longText }]} />,
    'Khmer text': () => <Order options={[{ value: 'fixed', label: <span lang="km">{khmerText}</span> }]} />,
  },
  keyboard: { Tab: 'Focuses the selected option.', 'Arrow keys': 'Select the next or previous option.' },
  dos: ['Explain consequences in the hint.'],
  donts: ['Do not use it for more than five options: use Select.'],
});

function Search({ text = '', shortcut = false }: { text?: string; shortcut?: boolean }) {
  const [value, setValue] = useState(text);
  return (
    <Stack gap={2}>
      <SearchInput label="Search lessons" value={value} onChange={setValue} shortcut={shortcut} />
      <Text muted>{value === '' ? 'No search' : `Searches for ${value}`}</Text>
    </Stack>
  );
}

export const searchInputPage = defineComponentPage({
  components: { SearchInput },
  purpose: 'Searches a list. It reports the text 300 ms after the last change.',
  examples: {
    default: () => <Search shortcut />,
    'with text': () => <Search text="market" />,
    ...withTexts((text) => <Search text={text} />),
  },
  keyboard: {
    '/': 'Focuses it from anywhere on the page.',
    Enter: 'Searches at once.',
    Esc: 'Clears the text.',
  },
  dos: ['Name what is searched: Search lessons.'],
  donts: ['Do not have two inputs with the shortcut on one page.'],
});

function Price(props: Partial<ComponentProps<typeof SegmentedToggle<string>>>) {
  const [value, setValue] = useState('free');
  return (
    <FormField label="Price" group>
      <SegmentedToggle
        options={[
          { value: 'free', label: 'Free' },
          { value: 'paid', label: 'Paid' },
        ]}
        {...props}
        value={value}
        onValueChange={setValue}
      />
    </FormField>
  );
}

export const segmentedTogglePage = defineComponentPage({
  components: { SegmentedToggle },
  purpose: 'Two or three short options side by side.',
  examples: {
    default: () => <Price />,
    disabled: () => <Price disabled />,
    'long text': () => (
      <Price
        options={[
          { value: 'free', label: 'Free for all learners' },
          { value: 'paid', label: 'Paid once, for ever' },
        ]}
      />
    ),
    'Khmer text': () => (
      <Price
        options={[
          { value: 'free', label: 'ឥតគិតថ្លៃ' },
          { value: 'paid', label: 'បង់ប្រាក់' },
        ]}
      />
    ),
  },
  keyboard: { Tab: 'Focuses the selected option.', 'Arrow keys': 'Select the next or previous option.' },
  dos: ['Use one word per option.'],
  donts: ['Do not use it for more than three options.', 'Do not use it to switch pages: use Tabs.'],
});

function Level({ error, ...props }: Partial<ComponentProps<typeof Select>> & { error?: string }) {
  const [value, setValue] = useState(props.value ?? 'beginner');
  return (
    <FormField label="Level" error={error}>
      <Select
        options={[
          { value: 'beginner', label: 'Beginner' },
          { value: 'intermediate', label: 'Intermediate' },
          { value: 'advanced', label: 'Advanced', disabled: true },
        ]}
        {...props}
        value={value}
        onValueChange={setValue}
      />
    </FormField>
  );
}

export const selectPage = defineComponentPage({
  components: { Select },
  purpose: 'Selects one of a few options.',
  examples: {
    default: () => <Level />,
    empty: () => <Level value="" placeholder="Choose a level" />,
    error: () => <Level value="" error="Choose a level" />,
    disabled: () => <Level disabled />,
    ...withTexts((text) => <Level options={[{ value: 'beginner', label: text }]} />),
  },
  keyboard: {
    'Enter, Space, Arrow Down': 'Opens the list.',
    'Arrow keys': 'Go through the options.',
    Letters: 'Go to the option that starts with them.',
    Enter: 'Selects the highlighted option.',
    Esc: 'Closes the list and keeps the selection.',
  },
  dos: ['Use a value such as all for no filter.'],
  donts: ['Do not use it for long lists: use Combobox.'],
});

export const switchPage = defineComponentPage({
  components: { Switch },
  purpose: 'A setting that takes effect at once.',
  examples: {
    default: () => (
      <Stack gap={2}>
        <Switch>Sandbox mode</Switch>
        <Switch defaultChecked>Active</Switch>
      </Stack>
    ),
    disabled: () => (
      <Switch disabled defaultChecked>
        Active
      </Switch>
    ),
    ...withTexts((text) => <Switch>{text}</Switch>),
  },
  keyboard: { Space: 'Switches it on or off.' },
  dos: ['Name what is on, not the action.'],
  donts: ['Do not use it in a form that is saved later: use Checkbox.'],
});

export const textInputPage = defineComponentPage({
  components: { TextInput, TextArea },
  purpose: 'Text of one line, and of several lines.',
  examples: {
    default: () => (
      <Stack>
        <FormField label="Title">
          <TextInput defaultValue="Greetings" />
        </FormField>
        <FormField label="Description">
          <TextArea defaultValue="Words for the first day." />
        </FormField>
      </Stack>
    ),
    empty: () => <TextInput aria-label="Word" placeholder="hello" />,
    error: () => (
      <FormField label="Title" error="Title is required">
        <TextInput />
      </FormField>
    ),
    disabled: () => (
      <Stack>
        <TextInput aria-label="Word" disabled defaultValue="hello" />
        <TextArea aria-label="Description" disabled defaultValue="Words for the first day." />
      </Stack>
    ),
    'long text': () => (
      <Stack>
        <TextInput aria-label="Title" defaultValue={longText} />
        <TextArea aria-label="Description" defaultValue={`${longText}\n`.repeat(4)} />
      </Stack>
    ),
    'Khmer text': () => (
      <Stack>
        <TextInput aria-label="Translation" lang="km" defaultValue={khmerText} />
        <TextArea aria-label="Sentences" lang="km" defaultValue={khmerSentence} />
      </Stack>
    ),
  },
  keyboard: { Tab: 'Focuses it. In a TextArea, too, Tab goes to the next field.' },
  dos: ['Set lang="km" where only Khmer is entered.', 'Put it into a FormField.'],
  donts: ['Do not limit its length silently: say so in the error.'],
});
