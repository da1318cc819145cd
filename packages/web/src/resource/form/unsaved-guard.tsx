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

export interface UnsavedGuardProps {
  /** How much is not saved. */
  count: number
  onDiscard: () => void
  /** What of an address says that the form is shown, where that is not the page with its open row and tab. */
  of?: (address: Address) => string
}

/** Asks before anything leads away from a form with unsaved changes, be it a link, the back button or closing the tab. */
export function UnsavedGuard({ count, onDiscard, of = formOf }: UnsavedGuardProps) {
  const isDirty = useRef(count > 0)
  useEffect(() => {
    isDirty.current = count > 0
  })
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty.current && of(current) !== of(next),
    enableBeforeUnload: () => isDirty.current,
    withResolver: true,
  })
  const leave = () => {
    isDirty.current = false
    onDiscard()
    blocker.proceed?.()
  }
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      title={t('resource.leaveWithoutSaving')}
      confirm={t('resource.discardChanges')}
      cancel={t('resource.keepEditing')}
      onCancel={() => blocker.reset?.()}
      onConfirm={leave}
    >
      {t('resource.changesNotSavedYet', { count })}
    </ConfirmDialog>
  )
}
