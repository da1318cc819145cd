import { t } from '@packhouse/messages'
import type { ReactTable } from '@tanstack/react-table'
import { Checkbox } from '../../ui/checkbox.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ChevronDownIcon } from '../../ui/icons.tsx'
import { ChevronUpIcon } from '../../ui/tool-icons.tsx'
import type { ResourceRow } from '../registry.ts'
import { isAllSelected, toggleAll } from '../selection.ts'
import { type features, isRightAligned } from './columns.tsx'
import type { ResourceTableProps } from './resource-table.tsx'
import { onHeadKey } from './table-keys.ts'

export interface TableHeadProps extends ResourceTableProps {
  table: ReactTable<typeof features, ResourceRow>
  order: readonly string[]
  toRows: () => void
}

export const headClasses =
  'sticky top-0 z-1 h-[34px] border-b border-line-2 bg-surface-2 px-3 text-12 font-[550] whitespace-nowrap text-text-2'

/** The head row. Its buttons are reached with Up from the first row, so that the table stays one tab stop. */
export function TableHead(props: TableHeadProps) {
  const { table, order, selection, onSelect, resource } = props
  const all = isAllSelected(selection, order)
  return (
    <thead onKeyDown={(event) => onHeadKey(event, props.toRows)}>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id} aria-rowindex={1}>
          {props.selectable && (
            <th className={classNames(headClasses, 'w-[34px] pe-1')}>
              <Checkbox
                label={all ? t('resource.clearTheSelection') : t('resource.selectAllRows')}
                checked={all}
                mixed={!all && selection.ids.size > 0}
                tabIndex={-1}
                onToggle={() => onSelect(toggleAll(selection, order))}
              />
            </th>
          )}
          {group.headers.map((header) => (
            <HeadCell
              key={header.id}
              id={header.column.id}
              label={String(header.column.columnDef.header)}
              sorted={header.column.getIsSorted()}
              right={isRightAligned(resource, header.column.id)}
              onSort={header.column.getCanSort() ? () => props.onSort(header.column.id) : undefined}
            />
          ))}
        </tr>
      ))}
    </thead>
  )
}

interface HeadCellProps {
  id: string
  label: string
  sorted: false | 'asc' | 'desc'
  right: boolean
  onSort: (() => void) | undefined
}

const directions = { asc: 'ascending', desc: 'descending' } as const

function HeadCell({ label, sorted, right, onSort }: HeadCellProps) {
  const Arrow = sorted === 'desc' ? ChevronDownIcon : ChevronUpIcon
  return (
    <th
      aria-sort={sorted ? directions[sorted] : undefined}
      className={classNames(headClasses, right ? 'text-end' : 'text-start')}
    >
      {onSort ? (
        <button
          type="button"
          tabIndex={-1}
          onClick={onSort}
          className={classNames(
            'inline-flex items-center gap-1 rounded-state hover:text-text max-md:min-h-11',
            sorted && 'text-text',
          )}
        >
          {label}
          <Arrow size={12} className={sorted ? undefined : 'opacity-0'} />
        </button>
      ) : (
        label
      )}
    </th>
  )
}
