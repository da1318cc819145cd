import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { AnswerDesk, type Pending } from './answer-desk.ts'
import { withAnswer } from './cell-code.ts'
import type { MatrixData } from './matrix-data.ts'
import { matrixKey } from './use-matrix.ts'
import { pairKey } from './use-pair.ts'

/** The answers that are given here, and the matrix with those that are on their way to the server. */
export function useAnswers(data: MatrixData) {
  const client = useQueryClient()
  const [desk] = useState(
    () =>
      new AnswerDesk(async () => {
        await Promise.all([
          client.invalidateQueries({ queryKey: matrixKey }),
          client.invalidateQueries({ queryKey: pairKey }),
        ])
      }),
  )
  const state = useSyncExternalStore(desk.subscribe, desk.read)
  const shown = useMemo(() => withPending(data, state.pending), [data, state.pending])
  return { desk, state, shown }
}

/** Only the arrays of machines with such an answer are new. */
function withPending(data: MatrixData, pending: Pending): MatrixData {
  if (pending.size === 0) return data
  const codes = [...data.codes]
  for (const { pair, result } of pending.values()) {
    const { machinePlace, stylePlace, machine, style } = pair
    const before = codes[machinePlace]
    const isSame = data.machines[machinePlace]?.id === machine.id && data.styles[stylePlace]?.id === style.id
    if (before === undefined || !isSame) continue
    const line = before === data.codes[machinePlace] ? before.slice() : before
    line[stylePlace] = withAnswer(line[stylePlace] ?? 0, result)
    codes[machinePlace] = line
  }
  return { ...data, codes }
}
