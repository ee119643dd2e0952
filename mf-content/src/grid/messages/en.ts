/** The English texts of grids that are edited as spreadsheets. */
export const en = {
  'grid.changed': 'Changed',
  'grid.fillDown': 'Fill down',
  'grid.filled': '{count, plural, one {1 cell filled} other {{count} cells filled}}',
  'grid.hint':
    'Type in a cell or press F2. Paste rows and columns from a spreadsheet with Ctrl+V. Shift and the arrow keys select several cells; Ctrl+D fills them from the first row.',
  'grid.pasted': '{count, plural, one {1 cell pasted} other {{count} cells pasted}}',
  'grid.redo': 'Redo',
  'grid.undo': 'Undo',
} as const;
