import { t } from '@packhouse/messages'
import type { ReactTable } from '@tanstack/react-table'
import { Checkbox } from '../../ui/checkbox.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ChevronDownIcon } from '../../ui/icons.tsx'
import { ChevronUpIcon } from '../../ui/tool-icons.tsx'
import type { ResourceRow } from '../registry.ts'
import { isAllSelected, toggleAll } from '../selection.ts'
import { type features, isRightAligned } from './columns.tsx'
import { gridRoles } from './grid-roles.ts'
import type { ResourceTableProps } from './resource-table.tsx'
import { onHeadKey } from './table-keys.ts'

export interface TableHeadProps extends ResourceTableProps {
  table: ReactTable<typeof features, ResourceRow>
  order: readonly string[]
  /** The rows are cards: it is the line that sorts them. */
  isOverCards: boolean
  toRows: () => void
}

export const headClasses =
  'sticky top-0 z-1 h-[34px] border-b border-line-2 bg-surface-2 px-3 text-12 font-[550] whitespace-nowrap text-text-2'

const cardHeadClasses =
  'sticky top-0 z-1 flex min-h-11 flex-wrap items-center gap-x-3 border-b border-line-2 bg-surface-2 pe-3 text-12 text-text-2'
/** Where the box of a card is, and that of all of them. */
export const cardBoxClasses = 'absolute inset-y-0 start-0 grid w-11 place-items-center'

/** The head row. Its buttons are reached with Up from the first row, so that the table stays one tab stop. */
export function TableHead(props: TableHeadProps) {
  const { table, order, selection, onSelect, resource, selectable, isOverCards } = props
  const all = isAllSelected(selection, order)
  return (
    <thead
      {...gridRoles.group}
      onKeyDown={(event) => onHeadKey(event, props.toRows)}
      className={isOverCards ? 'block' : undefined}
    >
      {table.getHeaderGroups().map((group) => (
        <tr
          key={group.id}
          {...gridRoles.row}
          aria-rowindex={1}
          className={isOverCards ? classNames(cardHeadClasses, selectable ? 'relative ps-11' : 'ps-3') : undefined}
        >
          {selectable && (
            <th {...gridRoles.head} className={isOverCards ? cardBoxClasses : classNames(headClasses, 'w-[34px] pe-1')}>
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
              isOverCards={isOverCards}
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
  isOverCards: boolean
  onSort: (() => void) | undefined
}

const directions = { asc: 'ascending', desc: 'descending' } as const

function HeadCell({ label, sorted, right, isOverCards, onSort }: HeadCellProps) {
  const Arrow = sorted === 'desc' ? ChevronDownIcon : ChevronUpIcon
  return (
    <th
      {...gridRoles.head}
      aria-sort={sorted ? directions[sorted] : undefined}
      className={
        isOverCards
          ? // Above cards there is room for what sorts them alone.
            classNames('font-[550]', onSort === undefined && 'sr-only')
          : classNames(headClasses, right ? 'text-end' : 'text-start')
      }
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
