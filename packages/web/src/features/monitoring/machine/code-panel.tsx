import { api, type MachineDetails, publicPagePath } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { isDemoMode } from '../../../lib/demo-mode.ts'
import { printLabel } from '../../../lib/print-label.ts'
import { Button } from '../../../ui/button.tsx'
import { PanelFailure, PanelFrame } from '../../../ui/panel-frame.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/**
 * A label for the machine. People beside it who are signed in open this page with a phone, and everybody else the public page with
 * instructions and declaration.
 */
export function CodePanel({ machine, label }: { machine: MachineDetails; label?: ReactNode }) {
  const { machineID } = machine
  const query = useQuery({
    queryKey: ['machines', 'public-page', machineID],
    queryFn: ({ signal }) => callApi(api.publicPageOfMachine, { params: { id: machineID } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: !isDemoMode(),
  })
  // The machines of the demo are nowhere else.
  const path = isDemoMode()
    ? `/machines/${encodeURIComponent(machineID)}`
    : query.data && publicPagePath(query.data.token)
  return (
    <PanelFrame
      bare
      title={t('monitoring.codeForTheMachine')}
      aside={
        path !== undefined && (
          <div className="flex flex-wrap gap-2">
            {label}
            <Button size="dense" onClick={printLabel}>
              {t('monitoring.printLabel')}
            </Button>
          </div>
        )
      }
    >
      {path === undefined && !query.isError && <Skeleton className="mx-4 mb-4 h-36" />}
      {query.isError && <PanelFailure what={t('monitoring.codeForTheMachine')} onRetry={() => void query.refetch()} />}
      {path !== undefined && <Label machine={machine} address={new URL(path, location.origin).href} />}
    </PanelFrame>
  )
}

function Label({ machine, address }: { machine: MachineDetails; address: string }) {
  return (
    <div data-label="" className="flex flex-wrap items-center gap-x-5 gap-y-3 px-4 pb-4">
      <QrCode text={address} label={t('monitoring.qrCodeOf', { machineID: machine.machineID })} />
      <div className="min-w-0 flex-1 basis-44">
        <p className="code text-20 font-semibold [overflow-wrap:anywhere]">{machine.machineID}</p>
        <p className="text-text-2">{machine.description}</p>
        <p className="mt-2 text-12 text-text-2 [overflow-wrap:anywhere]">{address}</p>
        {isDemoMode() ? (
          <p className="mt-2 text-12 text-text-2 print:hidden">{t('monitoring.stickTheLabelOntoTheMachine')}</p>
        ) : (
          <p className="mt-2 text-12 text-text-2 print:hidden">
            {t('monitoring.publicLabelHelp')}{' '}
            <a
              href={`${address}?public`}
              className="inline-flex items-center underline underline-offset-3 max-md:min-h-11"
            >
              {t('monitoring.openPublicPage')}
            </a>
          </p>
        )}
      </div>
    </div>
  )
}
