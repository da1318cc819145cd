import { type Resource, withValues } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { declared } from '../../../resource/registry.ts'
import type { ResourceView } from '../../../resource/view.ts'
import { machineFormView } from '../machine/machine-form-view.ts'
import { FieldCell, InstalledCell } from './field-cells.tsx'
import { TypeCell } from './type-cell.tsx'

/** Library machines as their list shows them: by the model, which is what people call them. */
export const listedMachines: Resource = withValues(declared('libraryMachine'), {
  noun: [t('library.machineWord'), t('library.machinesWord')],
  label: 'model',
  sublabel: undefined,
  defaultSort: 'model',
})

export const machineListView: ResourceView = {
  ...machineFormView,
  columns: ['type', 'designSpeed', 'field', 'styleCount', 'optionCount', 'installed', 'basePrice', 'leadWeeks'],
  extraColumns: [
    { name: 'type', label: t('library.type'), render: (row) => <TypeCell row={row} /> },
    { name: 'field', label: t('library.inTheField'), render: (row) => <FieldCell row={row} /> },
    { name: 'installed', label: t('library.installed'), render: (row) => <InstalledCell row={row} /> },
  ],
  // The unit is that of the type; the page of the machine has it.
  unitFrom: {},
  below: (row) => <span className="block max-w-54 truncate">{String(row.name)}</span>,
  page: ({ id }) => `/library/machines/${id}`,
}
