import { api } from '@packhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import type { OwnControlProps } from '../../../resource/form/own-control.ts'
import { ALARMS } from '../alarm-summary.ts'

/** The tags of the machines that the rule in a form covers, and the types that it can name. */
export function useRuleTags({ machineId, configurationId, customerId }: OwnControlProps['values']) {
  const named = Object.entries({ machineId, configurationId, customerId }).filter(([, value]) => value)
  const query: Record<string, string> = Object.fromEntries(named.map(([name, value]) => [name, String(value)]))
  return useQuery({
    queryKey: [...ALARMS, 'tags', query],
    queryFn: ({ signal }) => callApi(api.alarmRuleTags, { query }, { signal }),
    staleTime: 30_000,
  })
}
