import { t } from '@packhouse/messages'
import { Link } from '@tanstack/react-router'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { DASH } from '../../lib/format/numbers.ts'
import { Badge } from '../../ui/badge.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useLiveMachine } from './live-machines.ts'
import { machineStatus, statusViews } from './status.ts'
import { StatusBadge } from './status-badge.tsx'

/** Whether a machine runs, and when an offline one was last heard. */
export function LiveState({ machineID }: { machineID: string }) {
  const { machine, isPending } = useLiveMachine(machineID)
  if (isPending) return <Skeleton className="h-[22px] w-20" />
  return (
    <span className="inline-flex items-center gap-2">
      <StatusBadge status={machineStatus(machine ?? {})} />
      {machine?.lastSeen && machine.online === false && (
        <DateLabel value={machine.lastSeen} className="text-12 text-text-3" />
      )}
    </span>
  )
}

/** The same where the row itself does not lead to the live page: the badge does, and says when the machine was last heard. */
export function LiveStateLink({ machineID }: { machineID: string }) {
  const { machine } = useLiveMachine(machineID)
  if (!machine) return <span className="text-text-3">{DASH}</span>
  const { tone, icon, word } = statusViews[machineStatus(machine)]
  return (
    <span className="flex min-w-max items-center gap-2.5">
      <Link
        to="/machines/$id"
        params={{ id: machineID }}
        title={t('machine.openTheLivePageOf', { machineID })}
        aria-label={t('machine.statusAndLivePage', { status: word, machineID })}
        className="no-underline hover:underline"
      >
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
      </Link>
      {machine.lastSeen !== null && (
        <DateLabel value={machine.lastSeen} className="text-12 text-text-2 max-md:hidden" />
      )}
    </span>
  )
}
