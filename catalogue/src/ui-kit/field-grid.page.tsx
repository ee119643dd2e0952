import { FieldGrid, FormField, TextInput } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';

export const fieldGridPage = defineComponentPage({
  components: { FieldGrid },
  purpose: 'Short fields of a form side by side.',
  examples: {
    default: () => (
      <FieldGrid>
        <FormField label="First name">
          <TextInput defaultValue="Sokha" />
        </FormField>
        <FormField label="Last name">
          <TextInput defaultValue="Chan" />
        </FormField>
      </FieldGrid>
    ),
    error: () => (
      <FieldGrid>
        <FormField label="First name" error="First name is required">
          <TextInput />
        </FormField>
        <FormField label="Last name">
          <TextInput />
        </FormField>
      </FieldGrid>
    ),
  },
  keyboard: { Tab: 'Goes through the fields from left to right.' },
  dos: ['Put fields side by side that belong together.'],
  donts: ['Do not put long texts side by side.'],
});
