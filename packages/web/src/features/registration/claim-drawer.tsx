import { MAX_IDS } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { LiveStateLink } from '../../entities/machine/live-state.tsx'
import { SideDrawer, SideDrawerHead } from '../../resource/drawer/side-drawer.tsx'
import { FailedState } from '../../resource/table/table-states.tsx'
import { useResourceList } from '../../resource/use-resource.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ClaimForm } from './claim-form.tsx'
import { installedMachines } from './installed-machines.tsx'
import { namesOf } from './use-claim.ts'

export interface ClaimDrawerProps {
  /** One machine or several. */
  ids: readonly string[]
  onClose: () => void
}

/** Machines without a customer, and the form that assigns them to one. */
export function ClaimDrawer({ ids, onClose }: ClaimDrawerProps) {
  const query = { id: ids.join(','), pageSize: String(MAX_IDS) }
  const { data, isError, error, refetch } = useResourceList(installedMachines, query)
  // Someone else may have claimed some of them already.
  const rows = data?.items.filter(({ customerId }) => customerId === null)
  const [only] = rows?.length === 1 ? rows : []
  const drawer = useRef<HTMLElement>(null)
  const isThere = rows !== undefined
  useEffect(() => {
    if (isThere) drawer.current?.querySelector<HTMLElement>('form input')?.focus()
  }, [isThere])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Escape closes an open list of choices first.
    const isBusy = event.defaultPrevented || (event.target as Element).getAttribute('aria-expanded') === 'true'
    if (event.key !== 'Escape' || isBusy) return
    event.preventDefault()
    // The question about unsaved changes opens at once and must not react to this key.
    event.stopPropagation()
    onClose()
  }
  return (
    <SideDrawer ref={drawer} label={t('registration.claimAMachine', { count: ids.length })} onKeyDown={onKeyDown}>
      <SideDrawerHead onClose={onClose}>
        <p className="text-12 text-text-2">{t('registration.claimAMachine', { count: ids.length })}</p>
        <h2 className="code mt-1 text-20 break-words">{rows && rows.length > 0 ? namesOf(rows) : ' '}</h2>
        {only && <LiveStateLink machineID={String(only.machineID)} />}
        {rows && rows.length > 1 && (
          <p className="code mt-1 max-h-24 overflow-auto text-12 break-words text-text-2">
            {rows.map(({ machineID }) => String(machineID)).join(', ')}
          </p>
        )}
      </SideDrawerHead>
      {isError && !data && (
        <FailedState what={t('registration.machine')} error={error} onRetry={() => void refetch()} />
      )}
      {rows?.length === 0 && (
        <EmptyState title={t('registration.thisMachineHasACustomerAlready', { count: ids.length })}>
          {t('registration.somebodyWasFasterCloseThisAnd')}
        </EmptyState>
      )}
      {rows && rows.length > 0 && <ClaimForm rows={rows} onDone={onClose} />}
    </SideDrawer>
  )
}
