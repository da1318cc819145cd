import { Dialog } from '@base-ui/react/dialog'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import type { SiteClock } from '../../lib/format/site-clock.ts'
import { buttonClasses } from '../../ui/button.tsx'
import { backdropClasses, dialogClasses } from '../../ui/confirm-dialog.tsx'
import { MachineReportForm } from './machine-report-form.tsx'

interface MachineReportButtonProps {
  id: string
  /** What is looked at, Unix ms: the report is of the same window until the reader chooses another. */
  window: { from: number; to: number }
  clock: SiteClock
}

/** Makes a report of a machine over a window as a PDF. */
export function MachineReportButton(props: MachineReportButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className={buttonClasses()}>{t('documents.report')}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClasses} />
        <Dialog.Popup className={dialogClasses}>
          <Dialog.Title className="font-display text-20 font-semibold">
            {t('documents.reportOf', { machine: props.id })}
          </Dialog.Title>
          <Dialog.Description className="text-text-2">
            {t('documents.whatAReportHas', { zone: props.clock.zone.replaceAll('_', ' ') })}
          </Dialog.Description>
          <MachineReportForm {...props} onClose={() => setOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
