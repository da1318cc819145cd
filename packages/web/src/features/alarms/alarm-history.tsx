import { t } from '@packhouse/messages'
import { useState } from 'react'
import { AlarmFigures, type FigureSpan } from './alarm-figures.tsx'
import { AlarmList } from './alarm-list.tsx'
import { AlarmPdf } from './alarm-pdf.tsx'
import { useAlarmAddress } from './use-alarm-address.ts'

/** What the alarms of the last days amount to, and those that have cleared, newest first. */
export function AlarmHistory() {
  const [days, setDays] = useState<FigureSpan>('30')
  const { machineID } = useAlarmAddress().filters
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 pb-4">
      {machineID !== '' && (
        <div>
          <AlarmPdf machineID={machineID} days={Number(days)} />
        </div>
      )}
      <AlarmFigures days={days} onDays={setDays} {...(machineID !== '' && { machineID })} />
      <section aria-label={t('alarms.clearedAlarms')}>
        <AlarmList list="cleared" />
      </section>
    </div>
  )
}
