import { api } from '@packhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import { type NormalRange, normalRange } from './normal-range.ts'

const HOUR = 3_600_000
const DAYS = 7
/** Points of half an hour. */
const POINTS = DAYS * 48

/** The normal range of a tag by its last 7 days, as stored. It is asked for once an hour at most; undefined until it is known. */
export function useNormalRange(id: string, tag: string, enabled: boolean): NormalRange | undefined {
  const { data } = useQuery({
    queryKey: ['machines', 'normal', id, tag],
    queryFn: async ({ signal }) => {
      const to = Math.floor(Date.now() / HOUR) * HOUR
      const query = {
        tag,
        from: new Date(to - DAYS * 24 * HOUR).toISOString(),
        to: new Date(to).toISOString(),
        points: String(POINTS),
      }
      const history = await callApi(api.machineHistory, { params: { id }, query }, { signal })
      return (history.kind === 'numeric' && normalRange(history)) || null
    },
    staleTime: HOUR,
    enabled,
  })
  return data ?? undefined
}
