import { api } from '@packhouse/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { callApi, callApiWithEtag } from '../../../lib/api-client.ts'
import type { MatrixData } from './matrix-data.ts'
import { readMatrix } from './read-matrix.ts'

/** How often the server is asked whether somebody has changed something; it answers 304 where nobody has. */
const REFRESH_MS = 5_000
/** What runs in the field changes once a day. */
const FLEET_REFRESH_MS = 300_000

export const matrixKey = ['compatibility-matrix']

/**
 * The whole matrix with what stands beside it and what runs in the field.
 * @param material the code of the one that it is read for; empty for all
 */
export function useMatrix(material: string) {
  const query = material === '' ? {} : { material }
  const matrix = useQuery({
    queryKey: [...matrixKey, 'answers', material],
    queryFn: ({ signal }) => callApiWithEtag(api.compatibilityMatrix, { query }, { signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
    // While nothing has changed the answer is the very same object; to compare a million cells would take longer than to read them.
    structuralSharing: false,
  })
  const revision = matrix.data?.revision
  const details = useQuery({
    queryKey: [...matrixKey, 'details', revision],
    queryFn: ({ signal }) => callApi(api.compatibilityMatrixDetails, {}, { signal }),
    enabled: revision !== undefined,
    placeholderData: keepPreviousData,
    structuralSharing: false,
  })
  const fleet = useQuery({
    queryKey: [...matrixKey, 'fleet'],
    queryFn: ({ signal }) => callApiWithEtag(api.fleetPairs, {}, { signal }),
    refetchInterval: FLEET_REFRESH_MS,
    structuralSharing: false,
  })
  const read = useMemo(
    () => matrix.data && details.data && readMatrix(matrix.data, details.data, fleet.data),
    [matrix.data, details.data, fleet.data],
  )
  const data = useSteadyNames(read)
  const error = data === undefined ? (matrix.error ?? details.error) : null
  const retry = () => void Promise.all([matrix.refetch(), details.refetch()])
  return { data, error, retry }
}

/** The lists of machines and styles stay the same objects while they say the same, so that only changed cells are drawn again. */
function useSteadyNames(data: MatrixData | undefined): MatrixData | undefined {
  const before = useRef(data)
  return useMemo(() => {
    const { current } = before
    const machines = steady(current?.machines, data?.machines)
    const styles = steady(current?.styles, data?.styles)
    const next = data && machines && styles ? { ...data, machines, styles } : data
    before.current = next
    return next
  }, [data])
}

function steady<List>(before: List | undefined, now: List | undefined): List | undefined {
  return JSON.stringify(before) === JSON.stringify(now) ? before : now
}
