import type { ServiceCalendar } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { AppLink } from '../../../ui/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { PanelFrame } from '../../../ui/panel-frame.tsx'
import { visitTimes } from '../visits/visit-words.ts'
import type { VisitStart } from './visit-form.tsx'
import { changeOf } from './week-grid.tsx'

interface OverdueVisitsProps {
  visits: ServiceCalendar['overdueVisits']
  mayPlan: boolean
  onOpen: (start: VisitStart) => void
}

/** Visits whose day has passed without anybody completing or cancelling them, whatever week is shown. */
export function OverdueVisits({ visits, mayPlan, onOpen }: OverdueVisitsProps) {
  if (visits.length === 0) return null
  return (
    <PanelFrame title={t('service.overdueVisits')} className="shrink-0">
      <ul aria-label={t('service.overdueVisits')} className="max-h-40 overflow-auto border-t border-line">
        {visits.map((visit) => {
          const { id, subject, machineID, customer } = visit
          return (
            <li
              key={id}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-1.5 text-13 last:border-b-0"
            >
              <span className="min-w-40 flex-1 wrap-anywhere">
                <AppLink href={`/service/visits/${id}`} className="max-md:py-2.5" translate="no">
                  {subject}
                </AppLink>{' '}
                <span className="text-text-2" translate="no">
                  · {[machineID, customer].filter(Boolean).join(' · ')}
                </span>
                <span className="block text-12 text-text-2 tabular-nums">{visitTimes(visit)}</span>
              </span>
              {mayPlan && (
                <Button
                  size="dense"
                  onClick={() => onOpen(changeOf(visit))}
                  aria-label={t('service.changeVisit', { what: subject })}
                >
                  {t('production.change')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </PanelFrame>
  )
}
