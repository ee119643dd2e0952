import {
  Button,
  Callout,
  Dialog,
  formatSchoolMinute,
  langProps,
  Stack,
  Text,
  translateServerMessage,
} from '@khmer-learning/ui-kit';
import { useMessages } from '../messages/messages.ts';
import { type ReleaseEntry, useCancelRelease } from './calendar.api.ts';

export function ReleaseDialog({ entry, onClose }: { entry: ReleaseEntry; onClose: () => void }) {
  const t = useMessages();
  const { release, title, at } = entry;
  const { failure, createdBy } = release;
  const { mutate, isPending } = useCancelRelease(onClose);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      size="small"
      title={title}
      description={t('calendar.releaseAt', {
        at: formatSchoolMinute(new Date(at)),
        name: createdBy?.name ?? '',
      })}
      footer={
        <>
          <Button disabled={isPending} onClick={onClose}>
            {t('calendar.closeRelease')}
          </Button>
          <Button
            variant="danger"
            loading={isPending}
            loadingLabel={t('calendar.cancellingRelease')}
            onClick={() => mutate(release)}
          >
            {t('calendar.cancelRelease')}
          </Button>
        </>
      }
    >
      {failure === null ? (
        <Text>{t('calendar.releaseHint')}</Text>
      ) : (
        <Callout tone="danger" title={translateServerMessage(failure.message)}>
          <Stack gap={1}>
            {failure.items.map((item) => (
              <Text key={`${item.entity} ${item.id}`} {...langProps(item.title)}>
                {item.title || t('calendar.deletedItem')}: {translateServerMessage(item.message)}
              </Text>
            ))}
            <Text>{t('calendar.releaseRetry')}</Text>
          </Stack>
        </Callout>
      )}
    </Dialog>
  );
}
