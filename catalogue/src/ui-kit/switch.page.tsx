import { Stack, Switch } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';
import { khmerText, longText } from '../sample-texts.ts';

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
    'long text': () => <Switch>{longText}</Switch>,
    'Khmer text': () => <Switch>{khmerText}</Switch>,
  },
  keyboard: { Space: 'Switches it on or off.' },
  dos: ['Name what is on, not the action.'],
  donts: ['Do not use it in a form that is saved later: use Checkbox.'],
});
