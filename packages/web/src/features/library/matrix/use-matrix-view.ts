import { useDeferredValue, useMemo } from 'react'
import type { MatrixData } from './matrix-data.ts'
import { applyFilter, cellTest, countAnswers, isByCell, type MatrixFilter } from './matrix-filter.ts'
import { toSheet } from './sheet.ts'

/** What a filter shows of the matrix. Typing stays quick: the view follows when there is time. */
export function useMatrixView(data: MatrixData, wantedFilter: MatrixFilter) {
  const filter = useDeferredValue(wantedFilter)
  const { machines, styles } = data
  // A row stays when its last open question is answered, until something else is asked for: nobody loses the place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: answers alone hide nothing
  const shown = useMemo(() => applyFilter(data, filter), [machines, styles, filter])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order follows from names
  const sheet = useMemo(() => toSheet(data, shown.machines, shown.styles), [shown])
  const counts = useMemo(() => countAnswers(data, shown), [data, shown])
  const wanted = useMemo(() => (isByCell(filter) ? cellTest(filter) : undefined), [filter])
  const types = useMemo(
    () => [...new Map(machines.map(({ typeId, typeName }) => [typeId, { value: typeId, label: typeName }])).values()],
    [machines],
  )
  return { sheet, counts, wanted, types, total: shown.machines.length * shown.styles.length }
}
