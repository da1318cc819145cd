import { type Resource, withValues } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { DASH, formatRate } from '../../../lib/format/numbers.ts'
import { declared } from '../../../resource/registry.ts'
import type { ResourceView } from '../../../resource/view.ts'
import { ConfigureMark } from '../machine/configure-link.tsx'
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
    { name: 'designSpeed', label: t('library.design'), render: (row) => formatRate(asNumber(row.designSpeed)) },
    { name: 'field', label: t('library.inTheField'), render: (row) => <FieldCell row={row} /> },
    { name: 'installed', label: t('library.installed'), render: (row) => <InstalledCell row={row} /> },
    { name: 'leadWeeks', label: t('library.lead'), render: ({ leadWeeks }) => shortWeeks(leadWeeks) },
  ],
  // The unit is that of the type; the page of the machine has it.
  unitFrom: {},
  below: (row) => <span className="block max-w-38 truncate">{String(row.name)}</span>,
  beside: (row) => <ConfigureMark row={row} />,
  page: ({ id }) => `/library/machines/${id}`,
}

const asNumber = (value: unknown) => (typeof value === 'number' ? value : undefined)

const shortWeeks = (weeks: unknown) => (typeof weeks === 'number' ? t('library.weeksShort', { count: weeks }) : DASH)
