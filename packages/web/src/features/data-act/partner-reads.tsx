import { PARTNER_USE_DAYS } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { formatPlainDate } from '../../lib/format/dates.ts'
import { formatCount } from '../../lib/format/numbers.ts'
import { PanelFailure } from '../../ui/panel-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { usePartnerReads } from './use-partners.ts'

/** Which machines a partner has read on which days, read from the server once somebody looks. @param id of the access */
export function PartnerReads({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="w-fit cursor-pointer py-1 underline decoration-kraft underline-offset-3 max-md:min-h-11 max-md:py-3">
        {t('dataAct.machinesRead')}
      </summary>
      {isOpen && <Reads id={id} />}
    </details>
  )
}

function Reads({ id }: { id: string }) {
  const { data, isLoadingError, refetch } = usePartnerReads(id)
  if (isLoadingError) return <PanelFailure what={t('dataAct.machinesRead')} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton className="h-12" />
  if (data.reads.length === 0) return <p>{t('dataAct.nothingRead', { days: PARTNER_USE_DAYS })}</p>
  return (
    <ul aria-label={t('dataAct.machinesRead')} className="grid max-h-48 max-w-96 gap-0.5 overflow-auto">
      {data.reads.map(({ day, machineID, requests }) => (
        <li key={`${day} ${machineID}`} className="flex justify-between gap-4 tabular-nums">
          <span>{formatPlainDate(day)}</span>
          <span className="flex-1 wrap-anywhere" translate="no">
            {machineID}
          </span>
          <span>{formatCount(requests)}</span>
        </li>
      ))}
    </ul>
  )
}
