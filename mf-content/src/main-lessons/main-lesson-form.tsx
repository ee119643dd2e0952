import { zodResolver } from '@hookform/resolvers/zod';
import {
  AutoSaveStatus,
  centsToUsdInput,
  EditDialog,
  FormPanels,
  HistoryButton,
  ItemAuditLog,
  type ItemFormProps,
  ItemHead,
  ItemPresence,
  type OpenedItem,
  PublishButtons,
  PublishingBar,
  PublishingQuestions,
  parseUsdInput,
  RestoreDraftPrompt,
  type UsdInput,
  useAutoSave,
  usePublishing,
  useUndoHistory,
} from '@khmer-learning/console-kit';
import {
  type MainLesson,
  type MainLessonContents,
  mainLessonBody,
  uploadUrl,
} from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import { FieldGrid, FormField, SegmentedToggle, Stack, TextArea, TextInput } from '@khmer-learning/ui-kit';
import { type Ref, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { useMessages } from '../messages/messages.ts';
import { UploadZone } from '../uploads/upload-zone.tsx';
import { type Upload, useUpload } from '../uploads/use-upload.ts';
import { compareMainLessons } from './compare-main-lessons.ts';
import { FullCoverImage } from './cover-image.tsx';
import { CoverPicker } from './cover-picker.tsx';
import {
  mainLessonKind,
  mainLessonVersions,
  useFetchMainLesson,
  useFetchMainLessonVersion,
} from './main-lessons.api.ts';
import { mainLessonMerging } from './merge-main-lessons.ts';
import { PricingConsequence, PricingDialog } from './pricing-dialog.tsx';

/** The form's values. `price` is in US dollars, as typed. */
const mainLessonValuesSchema = z.object({
  free: z.boolean(),
  title: z.string(),
  description: z.string(),
  imageCover: z.string(),
  price: z.string(),
});
type MainLessonFormValues = z.output<typeof mainLessonValuesSchema>;

/** Validates with the contract's schema. Outputs the price in cents, or undefined if the main lesson is free. */
const mainLessonFormSchema = mainLessonValuesSchema.transform((values, { addIssue }): MainLessonContents => {
  const price = parsePrice(values);
  const hasError = price !== undefined && 'error' in price;
  if (hasError) addIssue({ code: 'custom', path: ['price'], message: price.error });
  const body = mainLessonBody.safeParse({ ...values, price: hasError ? undefined : price?.cents });
  if (body.success) {
    const { status: _status, ...contents } = body.data;
    return contents;
  }
  for (const { path, message } of body.error.issues) {
    // An amount that cannot be read has one error only.
    if (!(hasError && path[0] === 'price')) addIssue({ code: 'custom', path, message });
  }
  return z.NEVER;
});
type MainLessonFormOutput = z.output<typeof mainLessonFormSchema>;

/** The form's initial values for a main lesson; null for a new one, which is free by default. */
function mainLessonDefaultValues(lesson: MainLesson | null): MainLessonFormValues {
  return {
    free: lesson?.free ?? true,
    title: lesson?.title ?? '',
    description: lesson?.description ?? '',
    imageCover: lesson?.imageCover ?? '',
    price: lesson?.price ? centsToUsdInput(lesson.price) : '',
  };
}

/** The form of a main lesson. */
export function MainLessonForm({
  item,
  onClose,
  onReload,
  onItemChange,
}: ItemFormProps<OpenedItem<MainLesson>>) {
  const t = useMessages();
  const lesson = item?.edited ?? null;
  const form = useForm<MainLessonFormValues, unknown, MainLessonFormOutput>({
    resolver: zodResolver(mainLessonFormSchema),
    defaultValues: mainLessonDefaultValues(lesson),
  });
  const { control, register } = form;
  const { isDirty, errors } = form.formState;
  const isFree = useWatch({ control, name: 'free' });
  const upload = useUpload({
    kind: 'cover',
    onUploaded: ({ filename }) => {
      form.setValue('imageCover', filename, { shouldDirty: true });
      form.clearErrors('imageCover');
    },
  });
  const isUploading = upload.running !== null;
  const undoHistory = useUndoHistory(form);
  const fetchMainLesson = useFetchMainLesson();
  const merging = mainLessonMerging(mainLessonDefaultValues, useFetchMainLessonVersion());
  /** The main lesson that a save replaces: the one that was opened, or what someone else has saved since. */
  const [stored, setStored] = useState(item?.stored ?? null);
  /** Saves with the changed pricing, once the user has confirmed it; null when nothing is asked. */
  const [savePricing, setSavePricing] = useState<(() => void) | null>(null);
  const autoSave = useAutoSave({
    form,
    dirty: isDirty,
    schema: mainLessonValuesSchema,
    name: 'main-lesson',
    item,
  });
  const publishing = usePublishing({
    kind: mainLessonKind,
    item,
    form,
    autoSave,
    beforeSave: ({ contents, as }, save) => {
      const isPricingChanged = stored?.status === 'published' && contents.free !== stored.free;
      // Learners do not see a working copy.
      if (isPricingChanged && as !== 'working copy') setSavePricing(() => save);
      else save();
    },
    onSaved: onClose,
    onItemChange,
  });

  return (
    <EditDialog
      title={t(lesson === null ? 'mainLessonForm.create' : 'mainLessonForm.edit')}
      {...(item === null ? {} : { description: headOf(item) })}
      size="large"
      dirty={isDirty || isUploading}
      keepsChanges={!autoSave.hasFailed && !isUploading}
      saving={publishing.isSaving}
      onClose={onClose}
      undoHistory={undoHistory}
      onSave={publishing.saveAndContinue}
      headerEnd={
        <>
          {lesson === null ? null : <ItemPresence entity="main-lesson" id={lesson.id} />}
          <AutoSaveStatus autoSave={autoSave} />
          {lesson === null ? null : (
            <HistoryButton
              itemType={t('itemType.mainLesson')}
              id={lesson.id}
              endpoints={mainLessonVersions}
              fetchItem={fetchMainLesson}
              compare={compareMainLessons}
              unsavedHint={isDirty ? t('mainLessonForm.unsavedKept') : null}
              describeRestore={(restored, present) =>
                present.status === 'published' && restored.free !== present.free ? (
                  <PricingConsequence lesson={present} />
                ) : null
              }
              changes={['main-lesson']}
              onRestored={() => {
                autoSave.save();
                onReload();
              }}
              disabled={publishing.isSaving}
            />
          )}
        </>
      }
      footer={
        <PublishButtons publishing={publishing} label={t('mainLessonForm.publish')} disabled={isUploading} />
      }
    >
      <form noValidate onSubmit={(event) => event.preventDefault()} onBlur={autoSave.save}>
        <Stack gap={4}>
          <PublishingBar
            publishing={publishing}
            compare={compareMainLessons}
            onReload={onReload}
            disabled={isUploading}
          />
          <RestoreDraftPrompt autoSave={autoSave} />
          <FieldGrid>
            <Controller
              control={control}
              name="free"
              render={({ field }) => (
                <FormField group label={t('field.pricing')}>
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
              <FormField label={t('mainLessonForm.price')} required error={errors.price?.message}>
                {/* Not a number field: it would drop the comma of `9,99`. */}
                <TextInput inputMode="decimal" autoComplete="off" placeholder="0.00" {...register('price')} />
              </FormField>
            )}
          </FieldGrid>
          <FormField label={t('field.title')} required error={errors.title?.message}>
            <TextInput data-initial-focus="" {...register('title')} />
          </FormField>
          <FormField label={t('field.description')} required error={errors.description?.message}>
            <TextArea {...register('description')} />
          </FormField>
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
        </Stack>
      </form>
      {lesson === null ? null : (
        <FormPanels entity="main-lesson" item={{ id: lesson.id, name: lesson.title }} />
      )}
      {lesson === null ? null : <ItemAuditLog entity="main-lesson" entityId={lesson.id} />}
      <PublishingQuestions
        publishing={publishing}
        merging={merging}
        compare={(theirs, yours) => {
          setStored(theirs);
          return compareMainLessons(theirs, yours);
        }}
        onReload={onReload}
      />
      {stored === null || savePricing === null ? null : (
        <PricingDialog lesson={stored} onConfirm={savePricing} onCancel={() => setSavePricing(null)} />
      )}
    </EditDialog>
  );
}

const headOf = ({ stored, edited }: OpenedItem<MainLesson>) => (
  <ItemHead title={edited.title} savedAt={stored.updatedAt} status={stored} />
);

interface CoverFieldProps {
  upload: Upload;
  /** File name of the cover; empty if there is none. */
  value: string;
  onChange: (fileName: string) => void;
  onBlur: () => void;
  error: string | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** The cover: a new image, or the cover of another main lesson. */
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

/** The typed price; undefined if the main lesson is free, and 0 cents for an empty field. */
function parsePrice({ free, price }: MainLessonFormValues): UsdInput | undefined {
  if (free) return undefined;
  return isBlank(price) ? { cents: 0 } : parseUsdInput(price);
}
