import { Link } from '@tanstack/react-router'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { DASH } from '../../lib/format/numbers.ts'
import { Badge } from '../../ui/badge.tsx'
import { OfflineIcon, RunningIcon } from '../../ui/icons.tsx'
import { UnknownIcon } from '../../ui/unknown-icon.tsx'
import { type LiveMachine, useLiveMachine } from './live-machines.ts'

const looks = {
  running: { tone: 'ok', icon: RunningIcon, word: 'Running' },
  offline: { tone: 'bad', icon: OfflineIcon, word: 'Offline' },
  unknown: { tone: 'unk', icon: UnknownIcon, word: 'No live data' },
} as const

function lookOf({ online }: LiveMachine) {
  return looks[online === null ? 'unknown' : online ? 'running' : 'offline']
}

/** The state of a machine and when it was last heard; it leads to the live page. */
export function LiveState({ machineID }: { machineID: string }) {
  const machine = useLiveMachine(machineID)
  if (!machine) return <span className="text-text-3">{DASH}</span>
  const { tone, icon, word } = lookOf(machine)
  return (
    <span className="flex items-center gap-2.5">
      <Link
        to="/machines/$id"
        params={{ id: machineID }}
        title={`Open the live page of ${machineID}`}
        className="no-underline hover:underline"
      >
        <Badge tone={tone} icon={icon}>
          {word}
          <span className="sr-only">: live page of {machineID}</span>
        </Badge>
      </Link>
      {machine.lastSeen !== null && (
        <DateLabel value={machine.lastSeen} className="text-12 text-text-2 max-md:hidden" />
      )}
    </span>
  )
}
