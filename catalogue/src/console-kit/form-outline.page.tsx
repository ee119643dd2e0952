import { FormOutline, OutlinedForm } from '@khmer-learning/console-kit';
import { Card, TextInput } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';

const ignore = () => {};
const outline = (names: readonly string[], place: { current: number; onJump: (place: number) => void }) => (
  <FormOutline
    label="Sections"
    places={names.map((name, index) => ({ name, invalid: index === 2 }))}
    {...place}
  />
);
const sections = ['General', '1. Key words', '2. A short talk'];

export const formOutlinePage = defineComponentPage({
  components: { FormOutline, OutlinedForm },
  purpose: 'The places of a long form, beside its fields on a wide screen. A place with errors is marked.',
  examples: {
    default: () => outline(sections, { current: 1, onJump: ignore }),
    details: () => (
      <FormOutline
        label="Questions"
        places={[{ name: '1. What does “ទន្លេ” mean?', detail: 'Choice', invalid: false }]}
        current={0}
        onJump={ignore}
      />
    ),
    'Khmer text': () => outline(['ទូទៅ', '1. ពាក្យគន្លឹះ'], { current: 0, onJump: ignore }),
    'around a form': () => (
      <OutlinedForm outline={(place) => outline(sections, place)}>
        {sections.map((name) => (
          <div key={name} data-form-place="">
            <Card title={name}>
              <TextInput aria-label={name} />
            </Card>
          </div>
        ))}
      </OutlinedForm>
    ),
  },
  keyboard: { 'Enter, Space': 'Scrolls to the place and focuses its first field.' },
  dos: ['Number the places as the form does.'],
  donts: ['Do not outline a form that fits on the screen.'],
});
