import { Inline, StatusBadge } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';

export const statusBadgePage = defineComponentPage({
  components: { StatusBadge },
  purpose: 'The status of an item.',
  examples: {
    default: () => (
      <Inline>
        <StatusBadge status="published" />
        <StatusBadge status="draft" />
        <StatusBadge status="active" />
        <StatusBadge status="inactive" />
      </Inline>
    ),
    'other statuses': () => (
      <Inline>
        <StatusBadge status="partially_refunded" tone="yellow" />
        <StatusBadge status="failed" tone="red" label="Payment failed" />
      </Inline>
    ),
  },
  keyboard: {},
  dos: ['Pass the status as the API sends it.'],
  donts: ['Do not choose a tone for a known status.'],
});
