import { zodResolver } from '@hookform/resolvers/zod';
import { FieldRow, type ItemFormProps, type OpenedItem, PublishableForm } from '@khmer-learning/console-kit';
import { type MainLesson, type MainLessonContents, uploadUrl } from '@khmer-learning/contracts';
import {
  ConfirmDialog,
  FieldGrid,
  FormField,
  formatTotal,
  SegmentedToggle,
  Stack,
  Text,
  TextInput,
} from '@khmer-learning/ui-kit';
import { type Ref, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { SalesConsequence } from '../deletion/consequences.tsx';
import { useLessonCount, useMainLessonSales } from '../deletion/deletion-counts.ts';
import { useMessages } from '../messages/messages.ts';
import { UploadZone } from '../uploads/upload-zone.tsx';
import { type Upload, useUpload } from '../uploads/use-upload.ts';
import { FullCoverImage } from './cover-image.tsx';
import { CoverPicker } from './cover-picker.tsx';
import {
  type MainLessonFormValues,
  mainLessonFields,
  mainLessonFormSchema,
  mainLessonMapping,
  mainLessonValuesSchema,
} from './main-lesson.fields.tsx';
import { mainLessonKind } from './main-lessons.api.ts';

export function MainLessonForm(props: ItemFormProps<OpenedItem<MainLesson>>) {
  const t = useMessages();
  const { item } = props;
  const form = useForm<MainLessonFormValues, unknown, MainLessonContents>({
    resolver: zodResolver(mainLessonFormSchema),
    defaultValues: mainLessonMapping.toValues(item?.edited ?? null),
  });
  const { control, register } = form;
  const fields = mainLessonFields();
  const isFree = useWatch({ control, name: 'free' });
  const upload = useUpload('cover', ({ filename }) => {
    form.setValue('imageCover', filename, { shouldDirty: true });
    form.clearErrors('imageCover');
  });
  /** The main lesson that a save replaces: the one that was opened, or what someone else has saved since. */
  const [stored, setStored] = useState(item?.stored ?? null);
  /** Saves with the changed pricing, once the user has confirmed it; null when nothing is asked. */
  const [savePricing, setSavePricing] = useState<(() => void) | null>(null);

  return (
    <PublishableForm
      {...props}
      kind={mainLessonKind}
      form={form}
      schema={mainLessonValuesSchema}
      contentsSchema={mainLessonFormSchema}
      fields={fields}
      mapping={mainLessonMapping}
      title={t(item === null ? 'mainLessonForm.create' : 'mainLessonForm.edit')}
      size="large"
      busy={upload.running !== null}
      beforeSave={({ contents, as }, save) => {
        const isPricingChanged = stored?.status === 'published' && contents.free !== stored.free;
        // Learners do not see a working copy.
        if (isPricingChanged && as !== 'working copy') setSavePricing(() => save);
        else save();
      }}
      onConflict={setStored}
      questions={
        stored === null || savePricing === null ? null : (
          <PricingDialog lesson={stored} onConfirm={savePricing} onCancel={() => setSavePricing(null)} />
        )
      }
    >
      <FieldGrid>
        <Controller
          control={control}
          name="free"
          render={({ field }) => (
            <FormField group label={fields.pricing.label}>
              <SegmentedToggle
                options={[
                  { value: 'free', label: t('pricing.free') },
                  { value: 'paid', label: t('pricing.paid') },
                ]}
                value={field.value ? 'free' : 'paid'}
                onValueChange={(value) => field.onChange(value === 'free')}
              />
            </FormField>
          )}
        />
        {isFree ? null : (
          <FormField label={t('mainLessonForm.price')} required error={form.formState.errors.price?.message}>
            {/* Not a number field: it would drop the comma of `9,99`. */}
            <TextInput inputMode="decimal" autoComplete="off" placeholder="0.00" {...register('price')} />
          </FormField>
        )}
      </FieldGrid>
      <FieldRow fields={fields} name="title" />
      <FieldRow fields={fields} name="description" />
      <Controller
        control={control}
        name="imageCover"
        render={({ field, fieldState }) => (
          <CoverField
            ref={field.ref}
            upload={upload}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
          />
        )}
      />
    </PublishableForm>
  );
}

interface CoverFieldProps {
  upload: Upload;
  value: string;
  onChange: (fileName: string) => void;
  onBlur: () => void;
  error: string | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

function CoverField({ upload, value, onChange, onBlur, error, ref }: CoverFieldProps) {
  const t = useMessages();
  const selectCover = (fileName: string) => {
    upload.cancel();
    upload.clearError();
    onChange(fileName);
  };
  return (
    <Stack gap={3}>
      <FormField group label={t('mainLessonForm.coverImage')} required error={upload.errorMessage ?? error}>
        <UploadZone upload={upload} hasFile={value !== ''} onBlur={onBlur} ref={ref}>
          {value === '' ? null : <FullCoverImage url={uploadUrl(value)} />}
        </UploadZone>
      </FormField>
      <CoverPicker value={value} onChange={selectCover} />
    </Stack>
  );
}

interface PricingDialogProps {
  lesson: MainLesson;
  onConfirm: () => void;
  onCancel: () => void;
}

function PricingDialog({ lesson, onConfirm, onCancel }: PricingDialogProps) {
  const t = useMessages();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onCancel()}
      title={t(lesson.free ? 'pricingDialog.makePaidQuestion' : 'pricingDialog.makeFreeQuestion')}
      description={t(lesson.free ? 'pricingDialog.freeNow' : 'pricingDialog.paidNow')}
      confirmLabel={t(lesson.free ? 'pricingDialog.makePaid' : 'pricingDialog.makeFree')}
      dangerous={lesson.free}
      onConfirm={onConfirm}
    >
      {lesson.free ? <LockedLessons id={lesson.id} /> : <PaidSales id={lesson.id} />}
    </ConfirmDialog>
  );
}

function LockedLessons({ id }: { id: number }) {
  const t = useMessages();
  const lessons = useLessonCount({ mainLessonId: String(id), status: 'published' });
  if (lessons === 'loading') return <Text muted>{t('label.counting')}</Text>;
  if (lessons === 'unknown') return <Text>{t('lockedLessons.unknown')}</Text>;
  if (lessons.total === 0) return <Text muted>{t('lockedLessons.none')}</Text>;
  return (
    <Text strong>{t('lockedLessons.locked', { count: lessons.total, total: formatTotal(lessons) })}</Text>
  );
}

function PaidSales({ id }: { id: number }) {
  return (
    <Text>
      <SalesConsequence sales={useMainLessonSales(id)} consequence="noRefund" />
    </Text>
  );
}
