import type { ServiceCalendar } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { Button } from '../../../ui/button.tsx'
import { PanelFrame } from '../../../ui/panel-frame.tsx'
import type { VisitStart } from './visit-form.tsx'

interface OpenRequestsProps {
  requests: ServiceCalendar['openRequests']
  mayPlan: boolean
  /** The day that a visit for one is proposed on. */
  day: string
  onOpen: (start: VisitStart) => void
}

/** What customers have asked for and nobody has planned. */
export function OpenRequests({ requests, mayPlan, day, onOpen }: OpenRequestsProps) {
  if (requests.length === 0) return null
  return (
    <PanelFrame title={t('service.requestsToPlan')} className="shrink-0">
      <ul aria-label={t('service.requestsToPlan')} className="max-h-40 overflow-auto border-t border-line">
        {requests.map(({ id, subject, machineId, machineID, customer }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-1.5 text-13 last:border-b-0"
          >
            <span className="min-w-40 flex-1 wrap-anywhere" translate="no">
              {subject} <span className="text-text-2">· {[machineID, customer].filter(Boolean).join(' · ')}</span>
            </span>
            {mayPlan && (
              <Button
                size="dense"
                onClick={() => onOpen({ day, machineId, requestId: id, subject, kind: 'repair' })}
                aria-label={t('service.planVisitFor', { what: subject })}
              >
                {t('service.planIt')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </PanelFrame>
  )
}
