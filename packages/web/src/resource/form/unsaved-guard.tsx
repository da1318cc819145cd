import { t } from '@packhouse/messages'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

interface Address {
  pathname: string
  search: object
}

/** What of an address says which form is shown; a filter beside it may change at any time. */
function formOf({ pathname, search }: Address): string {
  const { open, tab } = search as { open?: string; tab?: string }
  return [pathname, open ?? '', tab ?? ''].join(' ')
}

/** The same where the form is in a tab of the drawer. */
export function formInTab(address: Address): string {
  const { view } = address.search as { view?: string }
  return [formOf(address), view ?? ''].join(' ')
}

export interface UnsavedGuardProps {
  /** How much is not saved. */
  count: number
  /** Whether it is on its way: whoever leaves meanwhile is asked only where that fails. */
  isSaving?: boolean
  /** Whether saving leads somewhere by itself, such as to the row that was created. */
  leadsOn?: boolean
  onDiscard: () => void
  /** What of an address says that the form is shown, where that is not the page with its open row and tab. */
  of?: (address: Address) => string
}

/** Asks before anything leads away from a form with unsaved changes, be it a link, the back button or closing the tab. */
export function UnsavedGuard({ count, isSaving = false, leadsOn = false, onDiscard, of = formOf }: UnsavedGuardProps) {
  const isDirty = useRef(count > 0)
  useEffect(() => {
    isDirty.current = count > 0
  })
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty.current && of(current) !== of(next),
    enableBeforeUnload: () => isDirty.current,
    withResolver: true,
  })
  const { status, proceed, reset } = blocker
  // What was saved meanwhile is no reason to stay.
  const isOver = status === 'blocked' && count === 0
  useEffect(() => {
    if (isOver) (leadsOn ? reset : proceed)?.()
  }, [isOver, leadsOn, proceed, reset])
  const leave = () => {
    isDirty.current = false
    onDiscard()
    proceed?.()
  }
  return (
    <ConfirmDialog
      open={status === 'blocked' && !isOver && !isSaving}
      title={t('resource.leaveWithoutSaving')}
      confirm={t('resource.discardChanges')}
      cancel={t('resource.keepEditing')}
      onCancel={() => reset?.()}
      onConfirm={leave}
    >
      {t('resource.changesNotSavedYet', { count })}
    </ConfirmDialog>
  )
}
