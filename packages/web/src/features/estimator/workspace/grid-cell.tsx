import { t } from '@packhouse/messages'
import { memo, type ReactNode } from 'react'
import { readableDecimal } from '../../../lib/format/decimal-text.ts'
import { classNames } from '../../../ui/class-names.ts'
import { WarningIcon } from '../../../ui/icons.tsx'
import { cellWords, isUnderTarget } from './cell-values.ts'
import type { Column } from './columns.ts'
import type { Extra, Item } from './project-sheet.ts'
import { useSheet, useWorkspace } from './workspace-context.ts'

export interface GridCellProps {
  id: string
  kind: 'items' | 'extras'
  row: Item | Extra
  column: Column
  index: number
  isAt: boolean
  /** Stands before and behind the words of the first cell. */
  before?: ReactNode
  after?: ReactNode
  /** The editor, where it is open. */
  children?: ReactNode
}

const cell = 'relative flex min-w-0 items-center gap-1.5 border-e border-line px-2 text-13'

/** A cell: its value, or what was typed with the reason why it is not saved. */
export const GridCell = memo(function GridCell(props: GridCellProps) {
  const { id, row, column, index, isAt, children } = props
  const { store } = useWorkspace()
  const fault = useSheet((sheet) => sheet.fault(row.id, column.key))
  const isNumber = column.kind !== 'text'
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a row header of a grid and a cell have both
    <div
      id={id}
      role={column.key === 'description' ? 'rowheader' : 'gridcell'}
      aria-colindex={index + 3}
      aria-invalid={fault === undefined ? undefined : true}
      data-column={index}
      title={fault?.message}
      className={classNames(
        cell,
        isNumber && 'justify-end tabular-nums',
        column.isCost && 'text-text-2',
        fault !== undefined && 'bg-bad-soft text-bad shadow-[inset_0_0_0_1px_var(--bad)]',
        isAt && 'z-[1] outline-2 -outline-offset-2 outline-focus',
      )}
    >
      {props.before}
      {column.key === 'total' ? (
        <LineTotal row={row} kind={props.kind} />
      ) : (
        <span className="truncate">{fault?.text ?? cellWords(row, column, store.currency.minorUnits)}</span>
      )}
      {column.key === 'margin' && fault === undefined && <MarginSign row={row} />}
      {fault !== undefined && <span className="sr-only">{fault.message}</span>}
      {props.after}
      {children}
    </div>
  )
})

/** What a line comes to; in brackets where it does not count. */
function LineTotal({ row, kind }: { row: Item | Extra; kind: 'items' | 'extras' }) {
  const { store } = useWorkspace()
  const net = useSheet((sheet) => sheet.linePrice(row.id)?.net ?? '0')
  const counts =
    kind === 'items' ? 'alternativeToId' in row && row.alternativeToId === null : 'selected' in row && row.selected
  const words = readableDecimal(net, store.currency.minorUnits)
  return <b className={counts ? 'font-[550]' : 'font-normal text-text-2'}>{counts ? words : `(${words})`}</b>
}

/** Says that a line leaves less than is aimed at. */
function MarginSign({ row }: { row: Item | Extra }) {
  const target = useSheet((sheet) => sheet.project.targetMargin)
  if (target === null || !isUnderTarget(row, target)) return null
  const words = t('estimator.underTarget', { target: readableDecimal(target) })
  return (
    <span title={words} className="order-first text-warn">
      <WarningIcon size={12} />
      <span className="sr-only">{words}</span>
    </span>
  )
}
