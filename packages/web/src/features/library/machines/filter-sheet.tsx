import { Dialog } from '@base-ui/react/dialog'
import { t } from '@packhouse/messages'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { backdropClasses } from '../../../ui/confirm-dialog.tsx'

export interface FilterSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** How many machines the filters leave. */
  total: number | undefined
  children: ReactNode
}

/** The filters over a narrow screen. Escape closes it; what was chosen holds at once. */
export function FilterSheet({ open, onOpenChange, total, children }: FilterSheetProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClasses} />
        <Dialog.Popup className="fixed inset-x-0 bottom-0 z-60 flex max-h-[92dvh] flex-col rounded-t-dialog border-t border-line bg-surface text-text outline-none">
          <Dialog.Title className="sr-only">{t('library.filters')}</Dialog.Title>
          <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
          <div className="border-t border-line bg-surface-2 p-3">
            <Button variant="primary" size="large" className="w-full" onClick={() => onOpenChange(false)}>
              {total === undefined ? t('library.showMachines') : t('library.showCountMachines', { count: total })}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
