import type { MachineOfQuote } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useCallback } from 'react'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { useLiveChanges } from '../machine/live-machines.ts'
import { LiveStateLink } from '../machine/live-state.tsx'
import { OrderSteps } from './order-steps.tsx'

interface QuoteMachinesProps {
  machines: readonly MachineOfQuote[]
  /** Where the order of a machine is shown; without it nobody is led there. */
  orderHref?: (id: string) => string
}

/** The machines that were ordered with a quote: their plan, and from their claim on whether they run. */
export function QuoteMachines({ machines, orderHref }: QuoteMachinesProps) {
  useLiveChanges(useCallback(() => undefined, []))
  return (
    <ul aria-label={t('orders.machines')} className="grid gap-2 text-13">
      {machines.map(({ id, number, description, machineID, promisedSpeed, speedFrom, steps }) => (
        <li key={id} className="grid gap-2 rounded-control border border-line bg-surface p-3">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-40 flex-1 wrap-anywhere">
              <span className="block font-[550]" translate="no">
                {machineID === null ? description : <MachineLink machineID={machineID} />}
              </span>
              <span className="text-12 text-text-2" translate="no">
                {orderHref === undefined ? (
                  number
                ) : (
                  <AppLink href={orderHref(id)} className="underline underline-offset-3">
                    {number}
                  </AppLink>
                )}
                {machineID !== null && ` · ${description}`}
              </span>
            </span>
            {machineID === null ? (
              <Badge tone="info">{t('orders.notClaimed')}</Badge>
            ) : (
              <LiveStateLink machineID={machineID} />
            )}
          </div>
          {promisedSpeed !== null && speedFrom !== null && (
            <p className="text-text-2">{t(`quotePanel.promisedSpeed.${speedFrom}`, { speed: promisedSpeed })}</p>
          )}
          <OrderSteps steps={steps} />
        </li>
      ))}
    </ul>
  )
}

function MachineLink({ machineID }: { machineID: string }) {
  return (
    <AppLink href={`/machines/${encodeURIComponent(machineID)}`} className="code underline underline-offset-3">
      {machineID}
    </AppLink>
  )
}
