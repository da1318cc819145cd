import type { CompatibilityResult } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { showToast } from '../../../ui/toasts.tsx'
import type { AnswerDesk } from './answer-desk.ts'
import { atOnly, blockOf, findNext, placesOf, type Selection } from './block.ts'
import { answerOf } from './cell-code.ts'
import type { MatrixData } from './matrix-data.ts'
import type { Sheet } from './sheet.ts'
import { pairAt } from './strip-cells.ts'
import type { useDrawer } from './use-drawer.ts'
import type { GridActs } from './use-grid-keys.ts'
import { sizeOfSheet } from './use-selection.ts'

interface Parts {
  data: MatrixData
  sheet: Sheet
  selection: Selection
  select: (selection: Selection) => void
  desk: AnswerDesk
  drawer: ReturnType<typeof useDrawer>
  mayAnswer: boolean
  /** The id of the material that the matrix is read for, whose answers are given then. */
  material: string | undefined
}

/** What keys, pointer and buttons do. */
export function useGridActs(parts: Parts): GridActs {
  const { data, sheet, selection, desk, drawer, mayAnswer } = parts
  const select = (next: Selection) => {
    drawer.moved()
    parts.select(next)
  }
  const nextOpenQuestion = () => {
    const isOpen = (code: number | undefined) => code !== undefined && answerOf(code) === 'unknown'
    const next = findNext(sizeOfSheet(sheet), selection.at, (place) => isOpen(codeAt(data, sheet, place)))
    if (next === undefined) showToast({ message: t('matrix.noOpenQuestion') })
    else select(atOnly(next))
  }
  const answer = (result: CompatibilityResult) => {
    if (!mayAnswer) return
    if (result === 'conditional') {
      parts.select(atOnly(selection.at))
      drawer.askConditional()
      drawer.open()
      return
    }
    const pairs = placesOf(blockOf(selection)).flatMap((place) => pairAt(data, sheet, place) ?? [])
    desk.answer({ pairs, result, materialId: parts.material })
  }
  const whenAllowed = (act: () => void) => (mayAnswer ? act : () => undefined)
  return {
    select,
    answer,
    open: drawer.open,
    nextOpenQuestion,
    undo: whenAllowed(desk.undo),
    redo: whenAllowed(desk.redo),
    close: drawer.close,
  }
}

function codeAt({ codes }: MatrixData, sheet: Sheet, { row, column }: Selection['at']): number | undefined {
  return codes[sheet.columns[column] ?? -1]?.[sheet.rows[row] ?? -1]
}
