import { RefreshButton } from '@khmer-learning/console-kit';
import { useQuery } from '@tanstack/react-query';
import { defineComponentPage } from '../component-page.ts';

function Refresh({ isPending = false }: { isPending?: boolean }) {
  const query = useQuery({
    queryKey: ['refresh', isPending],
    queryFn: () => (isPending ? new Promise<string>(() => {}) : Promise.resolve('lessons')),
    initialData: 'lessons',
  });
  return <RefreshButton query={query} />;
}

export const refreshButtonPage = defineComponentPage({
  components: { RefreshButton },
  purpose: 'Fetches the current page of a list again.',
  examples: {
    default: () => <Refresh />,
    loading: () => <Refresh isPending />,
  },
  keyboard: { 'Enter, Space': 'Fetches again.' },
  dos: ['Put it at the end of the toolbar.'],
  donts: ['Do not rely on it: changes of this console refresh lists by themselves.'],
});
