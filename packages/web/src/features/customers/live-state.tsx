import { api, type CallResult, MACHINE_REFRESH_MS } from '@packhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { callApiWithEtag } from '../../lib/api-client.ts'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { Badge } from '../../ui/badge.tsx'
import { OfflineIcon, RunningIcon } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { UnknownIcon } from '../../ui/unknown-icon.tsx'

type LiveMachine = CallResult<typeof api.listMachines>['machines'][number]

/** What is heard of the machines now, by machineID; asked once for all of a screen. */
export function useLiveMachines() {
  return useQuery({
    queryKey: ['machines', 'live'],
    queryFn: ({ signal }) => callApiWithEtag(api.listMachines, {}, { signal }),
    refetchInterval: MACHINE_REFRESH_MS,
    select: byMachineID,
  })
}

function byMachineID({ machines }: CallResult<typeof api.listMachines>): ReadonlyMap<string, LiveMachine> {
  return new Map(machines.map((machine) => [machine.machineID, machine]))
}

/** Whether a machine runs, as shape, word and colour, and when it was heard of last. */
export function LiveState({ machineID }: { machineID: string }) {
  const { data, isPending } = useLiveMachines()
  if (isPending) return <Skeleton className="h-[22px] w-20" />
  const machine = data?.get(machineID)
  const view = lookOf(machine?.online)
  return (
    <span className="inline-flex items-center gap-2">
      <Badge tone={view.tone} icon={view.icon}>
        {view.word}
      </Badge>
      {machine?.lastSeen && machine.online === false && (
        <DateLabel value={machine.lastSeen} className="text-12 text-text-3" />
      )}
    </span>
  )
}

function lookOf(online: boolean | null | undefined) {
  if (online === true) return { tone: 'ok', icon: RunningIcon, word: 'Running' } as const
  if (online === false) return { tone: 'bad', icon: OfflineIcon, word: 'Offline' } as const
  return { tone: 'unk', icon: UnknownIcon, word: 'No live data' } as const
}
