import { t } from '@packhouse/messages'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

export interface LeaveGuardProps {
  /** Whether rows are being stored. */
  active: boolean
  /** Whether a reload would lose what was typed. */
  hasTyped: boolean
}

/** Asks before anything leads away while rows are being stored: leaving would hide the result. */
export function LeaveGuard({ active, hasTyped }: LeaveGuardProps) {
  const isActive = useRef(active)
  // In step with the screen: a press on what has just been drawn must not be held up.
  useLayoutEffect(() => {
    isActive.current = active
  })
  const blocker = useBlocker({
    shouldBlockFn: () => isActive.current,
    enableBeforeUnload: () => isActive.current || hasTyped,
    withResolver: true,
  })
  const { reset } = blocker
  const isOver = blocker.status === 'blocked' && !active
  // Once it is stored there is nothing left to ask; the reader sees the result first.
  useEffect(() => {
    if (isOver) reset?.()
  }, [isOver, reset])
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked' && active}
      title={t('resource.leaveWhileTheFileIsBeing')}
      confirm={t('resource.leave')}
      cancel={t('resource.stay')}
      onCancel={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    >
      {t('resource.youWouldNotSeeWhetherIts')}
    </ConfirmDialog>
  )
}
