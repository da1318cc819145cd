import { t } from '@packhouse/messages'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** What of an address says which form is shown; a filter beside it may change at any time. */
function formOf({ pathname, search }: { pathname: string; search: object }): string {
  const { open, tab } = search as { open?: string; tab?: string }
  return [pathname, open ?? '', tab ?? ''].join(' ')
}

/** Asks before anything leads away from a form with unsaved changes, be it a link, the back button or closing the tab. */
export function UnsavedGuard({ count, onDiscard }: { count: number; onDiscard: () => void }) {
  const isDirty = useRef(count > 0)
  useEffect(() => {
    isDirty.current = count > 0
  })
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty.current && formOf(current) !== formOf(next),
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
