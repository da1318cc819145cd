import { type MachineService as Service, serviceRecords } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useRef, useState } from 'react'
import { formatPlainDate } from '../../lib/format/dates.ts'
import { siteClock } from '../../lib/format/site-clock.ts'
import { PdfButton } from '../../resource/pdf-button.tsx'
import { usePermission } from '../../resource/use-permission.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CountingNote } from '../../ui/counting-note.tsx'
import { ChevronDownIcon } from '../../ui/icons.tsx'
import { PanelFailure, PanelFrame } from '../../ui/panel-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { serviceRules } from './counting-rules.ts'
import { PlanParts } from './parts/plan-parts.tsx'
import { RecordServiceForm } from './record-service-form.tsx'
import { RecordReport } from './signing/record-report.tsx'
import { useMachineService } from './use-machine-service.ts'
import { intervalWords, leftWords } from './words.ts'

/** What is due at a machine by the calendar, by hours and by cycles, what was done, and a form to record a service. */
export function MachineService({ id }: { id: string }) {
  const { data, isError, refetch } = useMachineService(id)
  const access = usePermission(serviceRecords.calls.create)
  const [isRecording, setRecording] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setRecording(false)
    opener.current?.focus()
  }
  return (
    <PanelFrame
      title={t('service.service')}
      note={data && <CountingNote of={t('service.theNextService')} rules={serviceRules(data.timeZone)} />}
      aside={
        data &&
        access.allowed && (
          <Button ref={opener} size="dense" aria-expanded={isRecording} onClick={() => setRecording(!isRecording)}>
            {t('service.recordAService')}
          </Button>
        )
      }
    >
      {!data && isError && <PanelFailure what={t('service.theService')} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton className="mx-4 mb-4 h-32" />}
      {data && isRecording && <RecordServiceForm id={id} service={data} onDone={close} />}
      {data && <Plans id={id} service={data} />}
      {data && <Records service={data} />}
    </PanelFrame>
  )
}

const statusWords: Record<Service['plans'][number]['status'], { tone: Tone | 'plain'; words: string }> = {
  ok: { tone: 'ok', words: t('service.ok') },
  dueSoon: { tone: 'warn', words: t('service.dueSoon') },
  overdue: { tone: 'bad', words: t('service.overdue') },
  inactive: { tone: 'plain', words: t('service.inactive') },
}

function Plans({ id: machineID, service }: { id: string; service: Service }) {
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 gap-y-1 px-4 pb-2">
        <div className="flex items-baseline gap-2">
          <dt className="text-12 text-text-2">{t('service.lastService')}</dt>
          <dd className="font-semibold tabular-nums">{formatPlainDate(service.lastService)}</dd>
        </div>
        <div className="flex items-baseline gap-2">
          <dt className="text-12 text-text-2">{t('service.nextDue')}</dt>
          <dd className="font-semibold tabular-nums">{formatPlainDate(service.nextDue)}</dd>
        </div>
      </dl>
      {service.plans.length === 0 && (
        <p className="px-4 pb-4 text-text-2">{t('service.thisMachineHasNoServicePlan')}</p>
      )}
      <ul aria-label={t('service.servicePlans')} className="grid">
        {service.plans.map((plan) => (
          <Plan key={plan.id} machineID={machineID} plan={plan} />
        ))}
      </ul>
    </>
  )
}

function Plan({ machineID, plan }: { machineID: string; plan: Service['plans'][number] }) {
  const { name, trigger, interval, remaining, nextDue, status } = plan
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-13">
      <span className="min-w-40 flex-1">
        <span className="block font-[550]">{name}</span>
        <span className="block text-12 text-text-2">{intervalWords(trigger, interval)}</span>
      </span>
      <span className="w-44 text-end tabular-nums max-md:w-auto">
        <span className="block">{leftWords(trigger, remaining)}</span>
        <span className="block text-12 text-text-2">
          {trigger === 'calendar' || nextDue === null
            ? formatPlainDate(nextDue)
            : t('service.aboutDate', { date: formatPlainDate(nextDue) })}
        </span>
      </span>
      <span className="text-end md:w-20">
        <Badge tone={statusWords[status].tone}>{statusWords[status].words}</Badge>
      </span>
      <PlanParts id={machineID} plan={plan} />
    </li>
  )
}

/** The last service; those before it open in place. */
function Records({ service: { records, timeZone } }: { service: Service }) {
  const [isOpen, setOpen] = useState(false)
  if (records.length === 0) return null
  const earlier = records.length - 1
  return (
    <>
      <ul
        aria-label={t('service.whatWasDone')}
        className="max-h-128 overflow-auto border-t border-line-2 has-aria-expanded:max-h-none"
      >
        {records.slice(0, isOpen ? undefined : 1).map((record) => (
          <Record key={record.id} record={record} timeZone={timeZone} />
        ))}
      </ul>
      {earlier > 0 && (
        <div className="border-t border-line px-2 py-0.5">
          <Button size="dense" variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <ChevronDownIcon size={12} className={isOpen ? 'rotate-180' : ''} />
            {t('service.earlierServices', { count: earlier })}
          </Button>
        </div>
      )}
    </>
  )
}

function Record({ record, timeZone }: { record: Service['records'][number]; timeZone: string }) {
  const { id, doneAt, what, doneBy, notes } = record
  const [isOpen, setOpen] = useState(false)
  return (
    <li className="border-b border-line px-4 py-2 text-13 last:border-b-0">
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        <span className="w-24 shrink-0 text-text-2 tabular-nums">
          {formatPlainDate(siteClock(timeZone).dateOf(Date.parse(doneAt)))}
        </span>
        <span className="min-w-40 flex-1 [overflow-wrap:anywhere]">
          <span className="block">{what}</span>
          {(doneBy ?? notes) && (
            <span className="block text-12 text-text-2">{[doneBy, notes].filter(Boolean).join(' · ')}</span>
          )}
        </span>
        <span className="flex gap-2">
          <PdfButton request={{ type: 'serviceReport', id }} label={t('service.reportAsPdf', { what })} />
          <Button size="dense" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <span aria-hidden="true">{t('service.signatures')}</span>
            <span className="sr-only">{t('service.signaturesOf', { what })}</span>
          </Button>
        </span>
      </div>
      {isOpen && (
        <div className="py-3">
          <RecordReport id={id} />
        </div>
      )}
    </li>
  )
}
