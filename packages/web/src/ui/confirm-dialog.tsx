import { AlertDialog } from '@base-ui/react/alert-dialog'
import { t } from '@packhouse/messages'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

export interface ConfirmDialogProps {
  open: boolean
  title: string
  children?: ReactNode
  confirm: string
  /** Stays, and does nothing. Null where there is nothing to decide. */
  cancel?: string | null | undefined
  tone?: 'danger' | 'primary'
  busy?: boolean
  /** Whether it cannot be confirmed yet. */
  disabled?: boolean
  onConfirm: () => void
  onCancel: () => void
}

export const dialogClasses =
  'fixed top-1/2 left-1/2 z-60 grid max-h-[calc(100dvh-32px)] w-[480px] max-w-[calc(100vw-32px)] -translate-1/2 gap-3 ' +
  'overflow-auto rounded-dialog border border-line bg-surface p-6 text-text shadow-drawer outline-none'

export const backdropClasses = 'fixed inset-0 z-50 bg-overlay/40'

/** One question with two answers. Escape is the answer that changes nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirm, cancel = t('general.cancel'), tone = 'danger', busy = false } = props
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && props.onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropClasses} />
        <AlertDialog.Popup className={dialogClasses}>
          <AlertDialog.Title className="font-display text-20 font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div />} className="text-text-2">
            {children}
          </AlertDialog.Description>
          <div className="mt-2 flex flex-wrap justify-end gap-2">
            {cancel !== null && <Button onClick={props.onCancel}>{cancel}</Button>}
            <Button variant={tone} busy={busy} disabled={props.disabled} onClick={props.onConfirm}>
              {confirm}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
