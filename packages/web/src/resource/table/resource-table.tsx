import type { Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useTable } from '@tanstack/react-table'
import {
  type Dispatch,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  type SetStateAction,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { classNames } from '../../ui/class-names.ts'
import { aboveRowLink, linkedRowClasses, linkOfRow, RowLink, rowPresses } from '../../ui/row-link.tsx'
import { useIsPhone } from '../frame.tsx'
import type { SortOrder } from '../list-state.ts'
import type { ResourceRow } from '../registry.ts'
import { extendTo, placeCursor, type Selection, toggleRow } from '../selection.ts'
import { nameOf, type ResourceView } from '../view.ts'
import { CardCells } from './card-cells.tsx'
import { cardColumns } from './card-columns.ts'
import { features, isRightAligned, tableColumns } from './columns.tsx'
import { gridRoles } from './grid-roles.ts'
import { cardBoxClasses, TableHead } from './table-head.tsx'
import { isRowStop, onRowKey } from './table-keys.ts'

export interface ResourceTableHandle {
  focusRow: (id: string | undefined) => void
}

export interface ResourceTableProps {
  resource: Resource
  view: ResourceView
  /** The names of the columns beside the label. */
  columns: readonly string[]
  rows: readonly ResourceRow[]
  /** How many rows stand before the first one, and how many there are in all. */
  offset: number
  total: number
  sort: readonly SortOrder[]
  onSort: (field: string) => void
  selection: Selection
  onSelect: Dispatch<SetStateAction<Selection>>
  /** Without anything to do with a selection there are no boxes. */
  selectable: boolean
  openId: string | undefined
  onOpen: (id: string) => void
  /** Where a row leads; not given: nowhere. */
  addressOf: ((id: string) => string) | undefined
  ref?: Ref<ResourceTableHandle>
}

export const cellClasses = 'h-[37px] border-b border-line px-3 whitespace-nowrap max-md:h-11'
/** What comes after the line break is on the second line, by its order. */
const cardClasses =
  "flex min-h-16 flex-wrap content-center items-center gap-x-2 gap-y-1 border-b border-line py-2.5 pe-3 after:order-1 after:basis-full after:content-['']"

/** The rows of a page as a grid: one tab stop, arrow keys inside. On a phone each row is a card of two lines. */
export function ResourceTable(props: ResourceTableProps) {
  const { resource, view, columns, rows, sort, selection, onSelect, onOpen, ref } = props
  // New column objects would rebuild every cell, and a press on one would end on another element than it began on.
  const card = useIsPhone() ? cardColumns(resource, view, columns) : undefined
  const names = (card ? [card.state ?? '', ...card.values] : columns).join()
  const definitions = useMemo(
    () => tableColumns(resource, view, names.split(',').filter(Boolean)),
    [resource, view, names],
  )
  const table = useTable({
    features,
    columns: definitions,
    data: rows as ResourceRow[],
    getRowId: (row) => row.id,
    manualSorting: true,
    state: { sorting: sort.map(({ field, descending }) => ({ id: field, desc: descending })) },
  })
  const body = useRef<HTMLTableSectionElement>(null)
  const order = useMemo(() => rows.map(({ id }) => id), [rows])
  const current = selection.cursor ?? order[0]
  const focusRow = (id: string | undefined) => {
    const wanted = id !== undefined && order.includes(id) ? id : order[0]
    const row = body.current?.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(wanted ?? '')}"]`)
    if (row) (linkOfRow(row) ?? row).focus()
  }
  useImperativeHandle(ref, () => ({ focusRow }))

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const atTop = event.key === 'ArrowUp' && !event.shiftKey && current === order[0]
    if (atTop && isRowStop(event.target)) {
      event.preventDefault()
      body.current?.parentElement?.querySelector<HTMLElement>('thead button, thead input')?.focus()
    } else onRowKey(event, { order, selection: { ...selection, cursor: current }, onSelect, onOpen, focusRow })
  }
  const { addressOf } = props
  // Rows are one stop of Tab: the link of the current one or, where it leads nowhere, the row itself.
  const stop = (id: string) => (id === current ? 0 : -1)
  const inLink = (id: string, cell: ReactNode) =>
    addressOf ? (
      <RowLink coversRow href={addressOf(id)} onOpen={() => onOpen(id)} tabIndex={stop(id)}>
        {cell}
      </RowLink>
    ) : (
      cell
    )
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with keys of its own is a grid
      role="grid"
      aria-label={resource.noun[1]}
      aria-multiselectable={props.selectable || undefined}
      aria-rowcount={props.total + 1}
      className={classNames('text-13', card ? 'block' : 'w-full border-separate border-spacing-0')}
    >
      <TableHead
        {...props}
        isOverCards={card !== undefined}
        table={table}
        order={order}
        toRows={() => focusRow(current)}
      />
      <tbody ref={body} {...gridRoles.group} onKeyDown={onKeyDown} className={card && 'block'}>
        {table.getRowModel().rows.map((row, index) => (
          <tr
            key={row.id}
            {...gridRoles.row}
            data-id={row.id}
            tabIndex={addressOf ? undefined : stop(row.id)}
            aria-rowindex={props.offset + index + 2}
            aria-selected={props.selectable ? selection.ids.has(row.id) : undefined}
            aria-current={row.id === props.openId || undefined}
            onFocus={() => onSelect((now) => placeCursor(now, row.id))}
            {...rowPresses(() => onOpen(row.id))}
            className={classNames(
              'group hover:bg-surface-2 focus-visible:outline-2 focus-visible:-outline-offset-2 aria-selected:bg-kraft-soft aria-[current]:bg-surface-3',
              addressOf ? linkedRowClasses : 'relative',
              card && classNames(cardClasses, props.selectable ? 'ps-11' : 'ps-3'),
            )}
          >
            {props.selectable && <BoxCell {...props} row={row.original} order={order} isOnCard={card !== undefined} />}
            {card && (
              <CardCells {...{ resource, view, card, table, inLink }} row={row.original} cells={row.getAllCells()} />
            )}
            {!card &&
              row.getAllCells().map((cell, column) => (
                <td
                  key={cell.id}
                  {...gridRoles.cell}
                  onPointerEnter={tellWhole}
                  className={classNames(
                    cellClasses,
                    !props.selectable && column === 0 && markerClasses,
                    column > 0 ? 'max-w-72 truncate text-text-2' : 'max-w-[max(15rem,32vw)] truncate',
                    isRightAligned(resource, cell.column.id) && 'text-end tabular-nums',
                  )}
                >
                  {column === 0 ? (
                    <NameCell beside={view.beside?.(row.original)}>
                      {inLink(row.id, <table.FlexRender cell={cell} />)}
                    </NameCell>
                  ) : (
                    <span className={aboveRowLink}>
                      <table.FlexRender cell={cell} />
                    </span>
                  )}
                </td>
              ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function NameCell({ beside, children }: { beside: ReactNode; children: ReactNode }) {
  if (beside === undefined) return children
  return (
    <span className="flex items-center gap-1">
      <span className="min-w-0 flex-1 truncate">{children}</span>
      <span className="relative z-1 shrink-0">{beside}</span>
    </span>
  )
}

/** A tooltip shows what is cut off; the drawer shows it in full. */
function tellWhole({ currentTarget: cell }: PointerEvent<HTMLTableCellElement>): void {
  cell.title = cell.scrollWidth > cell.clientWidth ? cell.textContent : ''
}

/** The mark of the current choice at the row's start. */
const markerClasses =
  'group-aria-selected:shadow-[inset_3px_0_0_var(--kraft)] group-aria-[current]:shadow-[inset_3px_0_0_var(--kraft)]'

function BoxCell({ resource, view, row, selection, onSelect, order, isOnCard }: BoxCellProps) {
  const press = (event: MouseEvent) => {
    onSelect(event.shiftKey ? extendTo(selection, order, row.id) : toggleRow(selection, row.id))
  }
  return (
    <td
      {...gridRoles.cell}
      className={classNames(
        markerClasses,
        // Of a wide row the box alone is above the link: the cell would hide the mark of the focus.
        isOnCard ? `${cardBoxClasses} z-1` : `${cellClasses} w-[34px] pe-1 [&>span]:z-1`,
      )}
    >
      <Checkbox
        label={t('resource.selectResource', { resource: nameOf(resource, view, row) })}
        checked={selection.ids.has(row.id)}
        tabIndex={-1}
        onToggle={press}
      />
    </td>
  )
}

interface BoxCellProps extends ResourceTableProps {
  row: ResourceRow
  isOnCard: boolean
  order: readonly string[]
}
