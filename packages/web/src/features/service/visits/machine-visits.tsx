import { serviceVisits, type MachineVisits as Visits } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { isStaff } from '../../../lib/section.ts'
import { useSession } from '../../../lib/session.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { buttonClasses } from '../../../ui/button.tsx'
import { PanelFailure, PanelFrame } from '../../../ui/panel-frame.tsx'
import { VisitBadge } from '../state-badges.tsx'
import { useMachineVisits } from './use-visits.ts'
import { visitKindWords, visitTimes } from './visit-words.ts'

/** When somebody comes to the machine, and who. Nothing where nobody comes and the reader cannot plan it. */
export function MachineVisits({ id }: { id: string }) {
  const { data, isLoadingError, refetch } = useMachineVisits(id)
  const session = useSession()
  const mayPlan = usePermission(serviceVisits.calls.create).allowed
  const mayOpen = usePermission(serviceVisits.calls.get).allowed && session != null && isStaff(session)
  if (isLoadingError) {
    return (
      <PanelFrame title={t('service.visits')}>
        <PanelFailure what={t('service.visits')} onRetry={() => void refetch()} />
      </PanelFrame>
    )
  }
  if (data === undefined || (data.visits.length === 0 && !mayPlan)) return null
  return (
    <PanelFrame
      title={t('service.visits')}
      empty={data.visits.length === 0 && t('service.nobodyComes')}
      aside={
        mayPlan && (
          <AppLink className={buttonClasses('standard', 'dense')} href={`/service/calendar?machine=${data.machineId}`}>
            {t('service.planVisit')}
          </AppLink>
        )
      }
    >
      {data.visits.length > 0 && (
        <ul aria-label={t('service.visits')} className="max-h-36 overflow-auto border-t border-line">
          {data.visits.map((visit) => (
            <Visit key={visit.id} visit={visit} zone={data.timeZone} mayOpen={mayOpen} />
          ))}
        </ul>
      )}
    </PanelFrame>
  )
}

function Visit({ visit, zone, mayOpen }: { visit: Visits['visits'][number]; zone: string; mayOpen: boolean }) {
  const { id, kind, engineer } = visit
  const when = visitTimes(visit, zone)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 text-13 last:border-b-0">
      <span className="min-w-40 flex-1">
        <span className="block font-[550] tabular-nums">
          {mayOpen ? <AppLink href={`/service/visits/${id}`}>{when}</AppLink> : when}
        </span>
        <span className="block text-12 text-text-2">
          {visitKindWords[kind]}
          {engineer !== null && <span translate="no"> · {engineer}</span>}
        </span>
      </span>
      <VisitBadge visit={visit} />
    </li>
  )
}
