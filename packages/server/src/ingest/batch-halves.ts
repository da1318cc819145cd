import type { Batch } from './batch-writer.ts'

/** Apart by kind where there are several, or else by half. */
export function halvesOf({ records, refused, held }: Batch): [Batch, Batch] {
  const none: Batch = { records: [], refused: [], held: [] }
  if (records.length > 0 && refused.length + held.length > 0)
    return [
      { ...none, records },
      { ...none, refused, held },
    ]
  const half = <T>(all: readonly T[]): [readonly T[], readonly T[]] => {
    const middle = Math.ceil(all.length / 2)
    return [all.slice(0, middle), all.slice(middle)]
  }
  if (records.length > 0) {
    const [one, other] = half(records)
    return [
      { ...none, records: one },
      { ...none, records: other },
    ]
  }
  if (refused.length > 0 && held.length > 0)
    return [
      { ...none, refused },
      { ...none, held },
    ]
  const [refusedOne, refusedOther] = half(refused)
  const [heldOne, heldOther] = half(held)
  return [
    { ...none, refused: refusedOne, held: heldOne },
    { ...none, refused: refusedOther, held: heldOther },
  ]
}
