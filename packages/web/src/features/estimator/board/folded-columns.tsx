import type { BoardColumn } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type ColumnMark, markClasses } from './column-mark.ts'

interface FoldedColumnsProps {
  columns: readonly BoardColumn[]
  mark: ColumnMark
  onUnfold: () => void
}

/** What is over, with how many there are, until somebody wants to see it. */
export function FoldedColumns({ columns, mark, onUnfold }: FoldedColumnsProps) {
  return (
    <button
      type="button"
      aria-expanded={false}
      data-status="lost"
      onClick={onUnfold}
      className={`flex w-13 shrink-0 snap-start items-start justify-center rounded-panel pt-3 text-13 hover:bg-line-2 ${markClasses(mark)}`}
    >
      <span className="whitespace-nowrap [writing-mode:vertical-rl]">
        {t('estimator.lostAndExpired')}{' '}
        <span className="ms-1 text-text-2 tabular-nums">{columns.reduce((sum, { count }) => sum + count, 0)}</span>
      </span>
    </button>
  )
}
