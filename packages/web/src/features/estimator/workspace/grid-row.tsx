// biome-ignore-all lint/a11y/useSemanticElements: a table would have to hold thousands of rows, and places them itself
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the cell with the cursor
import { t } from '@packhouse/messages'
import { memo, type ReactNode } from 'react'
import { readableDecimal } from '../../../lib/format/decimal-text.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { ChevronDownIcon } from '../../../ui/icons.tsx'
import { PlusIcon } from '../../../ui/tool-icons.tsx'
import type { Column } from './columns.ts'
import { GridCell } from './grid-cell.tsx'
import { EXTRAS_KEY, type GridRow } from './grid-rows.ts'
import { RowHandle } from './row-handle.tsx'
import { RowMenu } from './row-menu.tsx'
import { RowTags } from './row-tags.tsx'
import { ROW_HEIGHT } from './use-row-window.ts'
import { useSheet, useWorkspace } from './workspace-context.ts'

export interface GridLineProps {
  id: string
  row: GridRow
  index: number
  columns: readonly Column[]
  tracks: string
  /** The column with the cursor, where it is in this row. */
  at: number | undefined
  isFolded: boolean
  /** The editor of the cell with the cursor. */
  editor: ReactNode
}

/** One row of the grid at its place. It is drawn again only when something of it changes. */
export const GridLine = memo(function GridLine(props: GridLineProps) {
  const { row, index, at, tracks } = props
  const isOpen = props.editor !== undefined
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      style={{ top: index * ROW_HEIGHT, height: ROW_HEIGHT, gridTemplateColumns: tracks }}
      className={classNames(
        'group/row absolute inset-x-0 grid border-b border-line bg-surface',
        (isOpen || at !== undefined) && 'z-10',
        (row.kind === 'section' || row.kind === 'extras-head') && 'bg-surface-3',
        row.kind === 'items' && row.row.alternativeToId !== null && 'bg-surface-2 text-text-2',
        row.kind === 'extras' && !row.row.selected && 'text-text-2',
      )}
    >
      {row.kind === 'items' || row.kind === 'extras' ? <SoldCells {...props} row={row} /> : <WideCell {...props} />}
    </div>
  )
})

function SoldCells({
  id,
  row,
  columns,
  at,
  editor,
}: GridLineProps & { row: Extract<GridRow, { kind: 'items' | 'extras' }> }) {
  const { store, editing } = useWorkspace()
  const name = row.row.description
  return (
    <>
      <div role="gridcell" aria-colindex={1} className="grid place-items-center">
        {editing && row.kind === 'items' && row.row.alternativeToId === null && (
          <RowHandle className="w-full opacity-60 group-hover/row:opacity-100" />
        )}
        {row.kind === 'extras' && (
          <Checkbox
            label={t('estimator.include', { name })}
            checked={row.row.selected}
            tabIndex={-1}
            onToggle={() => {
              if (editing)
                store.make({
                  changes: [{ kind: 'extras', op: 'update', id: row.id, values: { selected: !row.row.selected } }],
                  order: [],
                })
            }}
          />
        )}
      </div>
      {/* Not one of the cells that are typed: it follows from the item. */}
      <div
        role="gridcell"
        aria-colindex={2}
        className="code flex min-w-0 items-center border-e border-line px-2 text-12 text-text-2"
      >
        <span className="truncate" title={row.row.code ?? undefined}>
          {row.row.code}
        </span>
      </div>
      {columns.map((column, index) =>
        column.onlyItems && row.kind === 'extras' ? (
          <div
            key={column.key}
            role="gridcell"
            aria-colindex={index + 3}
            data-column={index}
            id={at === index ? id : undefined}
            className={`border-e border-line ${at === index ? 'outline-2 -outline-offset-2 outline-focus' : ''}`}
          />
        ) : (
          <GridCell
            key={column.key}
            id={at === index ? id : `${id}-${row.key}-${index}`}
            kind={row.kind}
            row={row.row}
            column={column}
            index={index}
            isAt={at === index}
            before={column.key === 'description' ? <Branch row={row} /> : undefined}
            after={column.key === 'description' ? <RowTags row={row} /> : undefined}
          >
            {at === index ? editor : undefined}
          </GridCell>
        ),
      )}
      <div role="gridcell" aria-colindex={columns.length + 3} className="relative grid place-items-center">
        <RowMenu kind={row.kind} row={row.row} />
      </div>
    </>
  )
}

function Branch({ row }: { row: GridRow }) {
  if (row.kind !== 'items' || row.row.alternativeToId === null) return null
  return <span aria-hidden="true" className="ms-2 -mt-2.5 h-3 w-3.5 shrink-0 border-s border-b border-line-2" />
}

/** A row of one cell: the head of a section, or the place where a line is added. */
function WideCell({ id, row, columns, at, isFolded, editor }: GridLineProps) {
  const { editing } = useWorkspace()
  const isHead = row.kind === 'section' || row.kind === 'extras-head'
  const isAt = at !== undefined
  return (
    <>
      <div aria-hidden="true" className="relative grid place-items-center text-text-2" data-fold={isHead || undefined}>
        {editing && row.kind === 'section' && (
          <RowHandle className="absolute inset-y-0 start-0 w-3 opacity-0 group-hover/row:opacity-100" />
        )}
        {isHead ? <ChevronDownIcon size={14} className={isFolded ? '-rotate-90' : ''} /> : <PlusIcon size={14} />}
      </div>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: the head of a section is folded by its cell */}
      <div
        id={isAt ? id : undefined}
        role={isHead ? 'rowheader' : 'gridcell'}
        aria-colindex={2}
        aria-colspan={columns.length + 1}
        aria-expanded={isHead ? !isFolded : undefined}
        data-column={0}
        style={{ gridColumn: `2 / span ${columns.length + 1}` }}
        className={`relative flex min-w-0 items-center gap-2 px-2 text-13 ${isHead ? 'font-semibold' : 'text-text-2'} ${isAt ? 'outline-2 -outline-offset-2 outline-focus' : ''}`}
      >
        {row.kind === 'section' && <span className="tabular-nums">{row.number}</span>}
        {row.kind === 'section' && <span className="truncate">{row.name}</span>}
        {row.kind === 'extras-head' && <ExtrasWords row={row} />}
        {row.kind === 'add' && t('estimator.addHint')}
        {row.kind === 'add-extra' && t('estimator.addExtraHint')}
        {isHead && <SectionSum name={row.kind === 'section' ? row.name : EXTRAS_KEY} />}
        {editor}
      </div>
    </>
  )
}

function ExtrasWords({ row }: { row: Extract<GridRow, { kind: 'extras-head' }> }) {
  return (
    <>
      {t('estimator.extras')}
      <span className="font-normal text-text-2">
        {t('estimator.includedCount', { selected: row.selected, count: row.count })}
      </span>
    </>
  )
}

function SectionSum({ name }: { name: string }) {
  const { store } = useWorkspace()
  const sum = useSheet(({ price }) => price.sections[name] ?? '0')
  return <span className="ms-auto tabular-nums">{readableDecimal(sum, store.currency.minorUnits)}</span>
}
