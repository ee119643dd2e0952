import { listErrorProps, useReturnToList } from '@khmer-learning/console-kit';
import { ErrorPanel, loadMessages, Skeleton, ViewBody } from '@khmer-learning/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useMessages } from '../messages/messages.ts';
import type { CoursePageProps } from './course-page.tsx';

/** The page of a main lesson, which is loaded with the first one. Whoever leaves it comes back to where they were in the list. */
export function LazyCoursePage(props: CoursePageProps) {
  const t = useMessages();
  useReturnToList();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['course-page'],
    queryFn: async () => {
      const { CoursePage } = await import(/* webpackChunkName: "course-page" */ './course-page.tsx');
      await loadMessages();
      return { CoursePage };
    },
    gcTime: Number.POSITIVE_INFINITY,
  });
  // The lessons of one main lesson are not those of another one: the page begins anew.
  if (data !== undefined) return <data.CoursePage key={props.id} {...props} />;
  const failure = listErrorProps(t('itemType.mainLessonCapital'), error, refetch);
  return (
    <ViewBody>
      {failure === undefined ? (
        <Skeleton height="16rem" />
      ) : (
        <ErrorPanel {...failure} retrying={isFetching} />
      )}
    </ViewBody>
  );
}
