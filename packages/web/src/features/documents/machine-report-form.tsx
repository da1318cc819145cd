import { REPORT_MAX_DAYS } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type SubmitEvent, useState } from 'react'
import type { SiteClock } from '../../lib/format/site-clock.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useDocument } from './use-document.ts'

interface MachineReportFormProps {
  id: string
  window: { from: number; to: number }
  clock: SiteClock
  onClose: () => void
}

const DAY_MS = 86_400_000

/** From when to when, by the clock of the site, and what it is called. What is shown while it opens stays preset. */
export function MachineReportForm({ id, window, clock, onClose }: MachineReportFormProps) {
  const [preset] = useState(() => ({ from: wallTime(window.from, clock), to: wallTime(window.to, clock) }))
  const [fault, setFault] = useState<string>()
  const { busy, words, failed, make, stop } = useDocument()
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [from, to] = [moment(form.get('from'), clock), moment(form.get('to'), clock)]
    const wrong = faultOf(from, to)
    setFault(wrong)
    if (wrong !== undefined || from === undefined || to === undefined) return
    const title = String(form.get('title') ?? '').trim()
    const span = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
    void make({ type: 'machineReport', id, parameters: { ...span, ...(title === '' ? {} : { title }) } })
  }
  return (
    <form onSubmit={onSubmit} className="grid gap-4">
      <TextField
        label={t('documents.reportFrom')}
        name="from"
        type="datetime-local"
        defaultValue={preset.from}
        required
      />
      <TextField
        label={t('documents.reportTo')}
        name="to"
        type="datetime-local"
        defaultValue={preset.to}
        required
        {...(fault === undefined ? {} : { error: fault })}
      />
      <TextField label={t('documents.reportTitle')} name="title" maxLength={120} autoComplete="off" />
      <p role={failed ? 'alert' : 'status'} className={failed ? 'text-bad' : 'text-text-2'}>
        {words}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={busy ? stop : onClose}>{busy ? t('general.cancel') : t('general.close')}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {t('documents.makePdf')}
        </Button>
      </div>
    </form>
  )
}

/** `2026-11-21T06:00` on the wall of the site. */
function wallTime(at: number, clock: SiteClock): string {
  return `${clock.dateOf(at)}T${clock.timeOfDay(at).slice(0, 5)}`
}

function moment(value: FormDataEntryValue | null, clock: SiteClock): number | undefined {
  const [, date = '', hours, minutes] = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)/.exec(String(value ?? '')) ?? []
  return date === '' ? undefined : clock.atWall(date, Number(hours) * 60 + Number(minutes))
}

function faultOf(from: number | undefined, to: number | undefined): string | undefined {
  if (from === undefined || to === undefined) return t('documents.enterFromAndTo')
  if (to > Date.now()) return t('documents.reportInTheFuture')
  if (to <= from || to - from > REPORT_MAX_DAYS * DAY_MS) return t('documents.reportTooLong', { days: REPORT_MAX_DAYS })
  return undefined
}
