import type { MachineRequests } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import { formatPlainDate } from '../../../lib/format/dates.ts'
import { numberFormat } from '../../../lib/format/numbers.ts'
import { Button } from '../../../ui/button.tsx'
import { PanelFailure, PanelFrame } from '../../../ui/panel-frame.tsx'
import { requestWords } from '../service-views.ts'
import { RequestBadge } from '../state-badges.tsx'
import { useServiceRequests } from '../use-machine-service.ts'
import { useMachineVisits } from '../visits/use-visits.ts'
import { visitTimes } from '../visits/visit-words.ts'
import { RequestPhotos } from './request-photos.tsx'
import type { Asking } from './use-asking.ts'

/** What service was asked for at a machine and what became of it, with a button to ask for more. */
export function MachineRequestsPanel({ id, asking }: { id: string; asking: Asking }) {
  const { data, isLoadingError, refetch } = useServiceRequests(id)
  const visits = useMachineVisits(id)
  return (
    <PanelFrame
      title={t('service.serviceRequests')}
      empty={data?.requests.length === 0 && t('service.nobodyAskedForService')}
      aside={
        data && (
          <Button size="dense" onClick={asking.open}>
            {t('service.askForService')}
          </Button>
        )
      }
    >
      {!data && isLoadingError && <PanelFailure what={t('service.serviceRequests')} onRetry={() => void refetch()} />}
      {data && data.requests.length > 0 && (
        // A photo that is shown large has the room that it takes.
        <ul
          aria-label={t('service.serviceRequests')}
          className="max-h-48 overflow-auto border-t border-line has-[[aria-expanded=true]]:max-h-none"
        >
          {data.requests.map((request) => (
            <Request key={request.id} request={request} zone={visits.data?.timeZone} />
          ))}
        </ul>
      )}
    </PanelFrame>
  )
}

function Request({ request, zone }: { request: MachineRequests['requests'][number]; zone: string | undefined }) {
  const { kind, subject, details, urgency, askedAt, askedBy, plannedOn, engineer, answer, wantedOn } = request
  const coming = [plannedOn === null ? undefined : formatPlainDate(plannedOn), engineer].filter((word) => word != null)
  return (
    <li className="border-b border-line px-4 py-2.5 text-13 last:border-b-0">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
        <span className="min-w-40 flex-1 wrap-anywhere">
          <span className="block font-[550]">
            {kind === 'parts' && `${requestWords.parts}: `}
            <span translate="no">{subject}</span>
          </span>
          {details !== null && (
            <span className="block whitespace-pre-line text-text-2" translate="no">
              {details}
            </span>
          )}
          <span className="block text-12 text-text-2">
            {requestWords[urgency]} ·{' '}
            {wantedOn !== null && `${t('service.wantedByDay', { day: formatPlainDate(wantedOn) })} · `}
            <DateLabel value={askedAt} />
            {askedBy !== null && <span translate="no"> · {askedBy}</span>}
          </span>
        </span>
        <span className="grid justify-items-end gap-1">
          <RequestBadge request={request} />
          {request.quoteState !== null && (
            <span className="text-12">
              {requestWords[request.quoteState]}
              {request.quote !== null && <span translate="no"> · {request.quote}</span>}
            </span>
          )}
          {request.visit !== null && <span className="text-12">{visitSentence(request.visit, zone)}</span>}
          {coming.length > 0 && (
            <span className="text-12 text-text-2" translate="no">
              {coming.join(', ')}
            </span>
          )}
        </span>
      </div>
      {request.photos.length > 0 && (
        <div className="mt-1.5">
          <RequestPhotos requestId={request.id} photos={request.photos} />
        </div>
      )}
      {request.parts.length > 0 && (
        <ul aria-label={t('service.requestedParts')} className="mt-1 text-12 text-text-2" translate="no">
          {request.parts.map(({ number, name, unit, quantity }) => (
            <li key={number}>
              {numberFormat({ maximumFractionDigits: 4 }).format(Number(quantity))} {unit} · {number} · {name}
            </li>
          ))}
        </ul>
      )}
      {answer !== null && (
        <p className="mt-1.5 border-s-2 border-kraft ps-3 whitespace-pre-line wrap-anywhere" translate="no">
          {answer}
        </p>
      )}
    </li>
  )
}

function visitSentence(
  visit: NonNullable<MachineRequests['requests'][number]['visit']>,
  zone: string | undefined,
): string {
  const when = visitTimes(visit, zone)
  return visit.isOverdue ? t('service.wasPlannedFor', { when }) : t('service.comes', { when })
}
