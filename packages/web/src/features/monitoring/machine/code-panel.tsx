import type { MachineDetails } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { Button } from '../../../ui/button.tsx'
import { PanelFrame } from '../../../ui/panel-frame.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'

/** A label for the machine: people beside it open this page with a phone. */
export function CodePanel({ machine }: { machine: MachineDetails }) {
  const address = new URL(`/machines/${encodeURIComponent(machine.machineID)}`, location.origin).href
  return (
    <PanelFrame
      className="mt-4"
      title={t('monitoring.codeForTheMachine')}
      aside={
        <Button size="dense" onClick={printLabel}>
          {t('monitoring.printLabel')}
        </Button>
      }
    >
      <div data-label="" className="flex flex-wrap items-center gap-x-5 gap-y-3 px-4 pb-4">
        <QrCode text={address} label={t('monitoring.qrCodeOf', { machineID: machine.machineID })} />
        <div className="min-w-0 flex-1 basis-44">
          <p className="code text-20 font-semibold [overflow-wrap:anywhere]">{machine.machineID}</p>
          <p className="text-text-2">{machine.description}</p>
          <p className="mt-2 text-12 text-text-2 [overflow-wrap:anywhere]">{address}</p>
          <p className="mt-2 text-12 text-text-2 print:hidden">{t('monitoring.stickTheLabelOntoTheMachine')}</p>
        </div>
      </div>
    </PanelFrame>
  )
}

/** Prints the label alone, not the page around it. */
function printLabel(): void {
  const root = document.documentElement
  root.dataset.print = 'label'
  addEventListener('afterprint', () => delete root.dataset.print, { once: true })
  print()
}
