import type { ComponentPage } from './component-page.ts';
import { commentMarkPage } from './console-kit/comment-mark.page.tsx';
import { editDialogPage } from './console-kit/edit-dialog.page.tsx';
import { editManyDialogPage } from './console-kit/edit-many-dialog.page.tsx';
import { formOutlinePage } from './console-kit/form-outline.page.tsx';
import { itemAuditLogPage } from './console-kit/item-audit-log.page.tsx';
import { itemFormPage } from './console-kit/item-form.page.tsx';
import { itemListPage } from './console-kit/item-list.page.tsx';
import { itemPresencePage } from './console-kit/item-presence.page.tsx';
import { levelMeterPage } from './console-kit/level-meter.page.tsx';
import { listEmptyStatePage } from './console-kit/list-empty-state.page.tsx';
import { listFilterPage } from './console-kit/list-filter.page.tsx';
import { listPaginationPage } from './console-kit/list-pagination.page.tsx';
import { matchLinePage } from './console-kit/match-line.page.tsx';
import { playButtonPage } from './console-kit/play-button.page.tsx';
import { recordingButtonsPage } from './console-kit/recording-buttons.page.tsx';
import { refreshButtonPage } from './console-kit/refresh-button.page.tsx';
import { reorderPage } from './console-kit/reorder.page.tsx';
import { rowButtonsPage } from './console-kit/row-buttons.page.tsx';
import { saveButtonPage } from './console-kit/save-button.page.tsx';
import { selectionBarPage } from './console-kit/selection-bar.page.tsx';
import { staleVersionDialogPage } from './console-kit/stale-version-dialog.page.tsx';
import { extensionsPage } from './console-sdk/extensions.page.tsx';
import { manifestIconPage } from './console-sdk/manifest-icon.page.tsx';
import { viewErrorBoundaryPage } from './console-sdk/view-error-boundary.page.tsx';
import { avatarPage } from './ui-kit/avatar.page.tsx';
import { badgePage } from './ui-kit/badge.page.tsx';
import { buttonPage } from './ui-kit/button.page.tsx';
import { calloutPage } from './ui-kit/callout.page.tsx';
import { cardPage } from './ui-kit/card.page.tsx';
import { cardGridPage } from './ui-kit/card-grid.page.tsx';
import { checkboxPage } from './ui-kit/checkbox.page.tsx';
import { comboboxPage } from './ui-kit/combobox.page.tsx';
import { confirmDialogPage } from './ui-kit/confirm-dialog.page.tsx';
import { dataTablePage } from './ui-kit/data-table.page.tsx';
import { dateTextPage } from './ui-kit/date-text.page.tsx';
import { dayChartPage } from './ui-kit/day-chart.page.tsx';
import { deleteDialogPage } from './ui-kit/delete-dialog.page.tsx';
import { descriptionListPage } from './ui-kit/description-list.page.tsx';
import { dialogPage } from './ui-kit/dialog.page.tsx';
import { dropdownMenuPage } from './ui-kit/dropdown-menu.page.tsx';
import { emptyStatePage } from './ui-kit/empty-state.page.tsx';
import { errorPanelPage } from './ui-kit/error-panel.page.tsx';
import { fieldGridPage } from './ui-kit/field-grid.page.tsx';
import { flexPage } from './ui-kit/flex.page.tsx';
import { formFieldPage } from './ui-kit/form-field.page.tsx';
import { iconButtonPage } from './ui-kit/icon-button.page.tsx';
import { iconsPage } from './ui-kit/icons.page.tsx';
import { kbdPage } from './ui-kit/kbd.page.tsx';
import { languageTogglePage } from './ui-kit/language-toggle.page.tsx';
import { levelBadgePage } from './ui-kit/level-badge.page.tsx';
import { paginationPage } from './ui-kit/pagination.page.tsx';
import { passwordInputPage } from './ui-kit/password-input.page.tsx';
import { progressBarPage } from './ui-kit/progress-bar.page.tsx';
import { radioPage } from './ui-kit/radio.page.tsx';
import { radioGroupPage } from './ui-kit/radio-group.page.tsx';
import { searchInputPage } from './ui-kit/search-input.page.tsx';
import { segmentedTogglePage } from './ui-kit/segmented-toggle.page.tsx';
import { selectPage } from './ui-kit/select.page.tsx';
import { skeletonPage } from './ui-kit/skeleton.page.tsx';
import { sortSelectPage } from './ui-kit/sort-select.page.tsx';
import { spinnerPage } from './ui-kit/spinner.page.tsx';
import { statCardPage } from './ui-kit/stat-card.page.tsx';
import { statusBadgePage } from './ui-kit/status-badge.page.tsx';
import { switchPage } from './ui-kit/switch.page.tsx';
import { tabsPage } from './ui-kit/tabs.page.tsx';
import { textPage } from './ui-kit/text.page.tsx';
import { textInputPage } from './ui-kit/text-input.page.tsx';
import { textLinkPage } from './ui-kit/text-link.page.tsx';
import { toastPage } from './ui-kit/toast.page.tsx';
import { toolbarPage } from './ui-kit/toolbar.page.tsx';
import { tooltipPage } from './ui-kit/tooltip.page.tsx';
import { viewBodyPage } from './ui-kit/view-body.page.tsx';
import { visuallyHiddenPage } from './ui-kit/visually-hidden.page.tsx';

/** All pages, in the order of the navigation. A test compares them with the exports of ui-kit, console-sdk and console-kit. */
export const pageGroups: readonly { readonly name: string; readonly pages: readonly ComponentPage[] }[] = [
  { name: 'Actions', pages: [buttonPage, iconButtonPage] },
  {
    name: 'Data',
    pages: [
      badgePage,
      cardPage,
      dataTablePage,
      dayChartPage,
      descriptionListPage,
      languageTogglePage,
      levelBadgePage,
      paginationPage,
      sortSelectPage,
      statCardPage,
      statusBadgePage,
    ],
  },
  {
    name: 'Feedback',
    pages: [
      calloutPage,
      emptyStatePage,
      errorPanelPage,
      progressBarPage,
      skeletonPage,
      spinnerPage,
      toastPage,
    ],
  },
  {
    name: 'Forms',
    pages: [
      checkboxPage,
      comboboxPage,
      formFieldPage,
      passwordInputPage,
      radioPage,
      radioGroupPage,
      searchInputPage,
      segmentedTogglePage,
      selectPage,
      switchPage,
      textInputPage,
    ],
  },
  { name: 'Layout', pages: [cardGridPage, fieldGridPage, flexPage, tabsPage, toolbarPage, viewBodyPage] },
  {
    name: 'Overlays',
    pages: [confirmDialogPage, deleteDialogPage, dialogPage, dropdownMenuPage, tooltipPage],
  },
  {
    name: 'Text and icons',
    pages: [avatarPage, dateTextPage, iconsPage, kbdPage, textPage, textLinkPage, visuallyHiddenPage],
  },
  {
    name: 'Console: lists',
    pages: [
      listEmptyStatePage,
      listFilterPage,
      listPaginationPage,
      matchLinePage,
      levelMeterPage,
      recordingButtonsPage,
      playButtonPage,
      refreshButtonPage,
      reorderPage,
      rowButtonsPage,
    ],
  },
  {
    name: 'Console: forms',
    pages: [
      editDialogPage,
      editManyDialogPage,
      itemAuditLogPage,
      itemFormPage,
      itemListPage,
      commentMarkPage,
      itemPresencePage,
      formOutlinePage,
      saveButtonPage,
      selectionBarPage,
      staleVersionDialogPage,
    ],
  },
  {
    name: 'Console: views',
    pages: [extensionsPage, manifestIconPage, viewErrorBoundaryPage],
  },
];
