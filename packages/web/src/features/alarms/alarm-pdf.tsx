import { t } from '@packhouse/messages'
import { PdfButton } from '../../resource/pdf-button.tsx'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** The alarms of a machine in the last days, as a PDF. */
export function AlarmPdf({ machineID, days }: { machineID: string; days: number }) {
  const to = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS
  const parameters = { from: new Date(to - days * DAY_MS).toISOString(), to: new Date(to).toISOString() }
  return <PdfButton request={{ type: 'alarmReport', id: machineID, parameters }} label={t('alarms.asPdf', { days })} />
}
