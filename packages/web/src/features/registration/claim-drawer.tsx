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

/** Machines that belong to nobody, and the form that gives them to a customer. */
export function ClaimDrawer({ ids, onClose }: ClaimDrawerProps) {
  const query = { id: ids.join(','), pageSize: String(MAX_IDS) }
  const { data, isError, error, refetch } = useResourceList(installedMachines, query)
  // Somebody else may have been faster with some of them.
  const rows = data?.items.filter(({ customerId }) => customerId === null)
  const [only] = rows?.length === 1 ? rows : []
  const drawer = useRef<HTMLElement>(null)
  const isThere = rows !== undefined
  useEffect(() => {
    if (isThere) drawer.current?.querySelector<HTMLElement>('form input')?.focus()
  }, [isThere])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // An open list of choices takes the Escape for itself.
    const isBusy = event.defaultPrevented || (event.target as Element).getAttribute('aria-expanded') === 'true'
    if (event.key !== 'Escape' || isBusy) return
    event.preventDefault()
    // The question about unsaved changes opens at once, and must not take this very key for its own.
    event.stopPropagation()
    onClose()
  }
  return (
    <SideDrawer
      ref={drawer}
      label={ids.length === 1 ? t('registration.claimAMachine') : t('registration.claimMachines')}
      onKeyDown={onKeyDown}
    >
      <SideDrawerHead onClose={onClose}>
        <p className="text-12 text-text-2">
          {ids.length === 1 ? t('registration.claimAMachine') : t('registration.claimMachines')}
        </p>
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
        <EmptyState
          title={
            ids.length === 1
              ? t('registration.thisMachineHasACustomerAlready')
              : t('registration.theyHaveACustomerAlready')
          }
        >
          {t('registration.somebodyWasFasterCloseThisAnd')}
        </EmptyState>
      )}
      {rows && rows.length > 0 && <ClaimForm rows={rows} onDone={onClose} />}
    </SideDrawer>
  )
}
