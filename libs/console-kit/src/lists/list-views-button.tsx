import { Button, LayersIcon } from '@khmer-learning/ui-kit';
import { lazy, Suspense } from 'react';
import { useMessages } from '../messages/messages.ts';
import type { ListOfViews } from './use-list-views.ts';

const ListViewsMenu = lazy(() => import(/* webpackChunkName: "list-views-menu" */ './list-views-menu.tsx'));

/** The menu of a list's saved views, whose code is loaded after the list. */
export function ListViewsButton(props: ListOfViews) {
  const t = useMessages();
  if (props.views.isError) return null;
  const loading = (
    <Button disabled icon={<LayersIcon aria-hidden="true" />}>
      {t('listViews.views')}
    </Button>
  );
  return props.views.isLoaded ? (
    <Suspense fallback={loading}>
      <ListViewsMenu {...props} />
    </Suspense>
  ) : (
    loading
  );
}
