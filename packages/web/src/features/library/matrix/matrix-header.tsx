import { t } from '@packhouse/messages'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { FilterIcon, UndoIcon } from '../../../ui/tool-icons.tsx'
import type { AnswerDesk, DeskState } from './answer-desk.ts'
import { MatrixExport } from './matrix-export.tsx'
import { type AnswerCounts, countFilters } from './matrix-filter.ts'
import { MatrixImport } from './matrix-import.tsx'
import { MatrixLegend } from './matrix-legend.tsx'
import { MatrixTools, type MatrixToolsProps } from './matrix-tools.tsx'

export interface MatrixHeaderProps extends MatrixToolsProps {
  counts: AnswerCounts
  total: number
  mayAnswer: boolean
  desk: AnswerDesk
  state: DeskState
  onImported: () => Promise<void>
}

/** How much is answered, what is shown, and what can be done with the whole. */
export function MatrixHeader({ counts, total, mayAnswer, desk, state, onImported, ...tools }: MatrixHeaderProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  const filters = countFilters(tools.filter) + Number(tools.material !== '')
  return (
    <div className="max-md:px-4">
      <div className="mb-2.5 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-[22px] leading-7">{t('library.compatibility')}</h1>
        <p role="status" className="me-auto text-13 text-text-2 tabular-nums">
          {t('matrix.pairsAnswered', { answered: total - counts.unknown, total })}
        </p>
        <Button
          size="dense"
          className="md:hidden"
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded((now) => !now)}
        >
          <FilterIcon size={14} />
          {t('matrix.filters', { count: filters })}
        </Button>
        {mayAnswer && (
          <>
            <Button size="dense" aria-label={t('matrix.undo')} disabled={state.undo.length === 0} onClick={desk.undo}>
              <UndoIcon size={14} />
            </Button>
            <Button size="dense" aria-label={t('matrix.redo')} disabled={state.redo.length === 0} onClick={desk.redo}>
              <UndoIcon size={14} className="-scale-x-100 rtl:scale-x-100" />
            </Button>
            <MatrixImport onImported={onImported} material={tools.material} />
          </>
        )}
        <MatrixExport material={tools.material} />
      </div>
      <div className="mb-3 flex flex-wrap items-center gap-x-2.5 gap-y-2">
        <div className={classNames('contents', !isUnfolded && 'max-md:hidden')}>
          <MatrixTools {...tools} />
        </div>
        <MatrixLegend counts={counts} />
      </div>
    </div>
  )
}
