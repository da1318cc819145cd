import { t } from '@packhouse/messages'
import { readableDecimal } from '../../../lib/format/decimal-text.ts'
import { AlertIcon, WarningIcon } from '../../../ui/icons.tsx'
import { isUnderTarget } from './cell-values.ts'
import type { Column } from './columns.ts'
import type { GridRow } from './grid-rows.ts'
import { useSheet, useWorkspace } from './workspace-context.ts'

interface CellReasonProps {
  id: string
  row: GridRow | undefined
  column: Column | undefined
}

/** Under the grid: why the cell with the cursor is marked, for who has no pointer that hovers; or else which keys lead through the grid and out of it. */
export function CellReason({ id, row, column }: CellReasonProps) {
  const { editing } = useWorkspace()
  const target = useSheet(({ project }) => project.targetMargin)
  const sold = row?.kind === 'items' || row?.kind === 'extras' ? row.row : undefined
  const fault = useSheet((sheet) => (sold && column ? sheet.fault(sold.id, column.key)?.message : undefined))
  const isLow = fault === undefined && sold !== undefined && column?.key === 'margin' && isUnderTarget(sold, target)
  return (
    <p
      id={id}
      role="status"
      className={`flex min-h-7 items-center gap-1.5 border-x border-line bg-surface-2 px-3 text-12 ${fault !== undefined ? 'text-bad' : isLow ? 'text-warn' : 'text-text-2'}`}
    >
      {fault !== undefined && <AlertIcon size={14} />}
      {isLow && <WarningIcon size={12} />}
      {fault ??
        (isLow
          ? t('estimator.underTarget', { target: readableDecimal(target ?? '0') })
          : editing && t('estimator.gridKeys'))}
    </p>
  )
}
