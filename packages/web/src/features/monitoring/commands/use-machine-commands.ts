import { api, type CallResult, MACHINE_REFRESH_MS } from '@packhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'

export type MachineCommands = CallResult<typeof api.machineCommands>

/** So often it is asked whether a machine has taken a value that was sent. */
const OPEN_REFRESH_MS = 1_500

export const commandsKey = (id: string) => ['machines', 'commands', id] as const

/** What may be written of a machine, and what was. */
export function useMachineCommands(id: string, enabled: boolean) {
  return useQuery({
    queryKey: commandsKey(id),
    queryFn: ({ signal }) => callApi(api.machineCommands, { params: { id } }, { signal }),
    enabled,
    refetchInterval: ({ state }) => {
      const isOpen = state.data?.commands.some(({ outcome }) => outcome === 'sent')
      return isOpen ? OPEN_REFRESH_MS : MACHINE_REFRESH_MS
    },
  })
}
