/** What the elements of a grid are, said by name: those that are not laid out as a table lose it otherwise. */
export const gridRoles = {
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'gridcell' },
} as const
