import { ItemAuditLog } from '@khmer-learning/console-kit';
import { defineComponentPage } from '../component-page.ts';
import { exampleIds } from '../example-api.ts';

export const itemAuditLogPage = defineComponentPage({
  components: { ItemAuditLog },
  purpose: 'Who did what to an item, for admins. It is fetched when it is opened.',
  examples: {
    default: () => <ItemAuditLog entity="lesson" entityId={exampleIds.filled} />,
    loading: () => <ItemAuditLog entity="lesson" entityId={exampleIds.loading} />,
    empty: () => <ItemAuditLog entity="lesson" entityId={exampleIds.empty} />,
    error: () => <ItemAuditLog entity="lesson" entityId={exampleIds.failing} />,
  },
  keyboard: { 'Enter, Space': 'Opens or closes the section; loads more.' },
  dos: ['Put it below the fields of a form.'],
  donts: ['Do not check the role yourself: others see nothing.'],
});
