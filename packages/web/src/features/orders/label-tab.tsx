import { api, machines } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LiveStateLink } from '../../entities/machine/live-state.tsx'
import { callApi } from '../../lib/api-client.ts'
import { absoluteLabel } from '../../lib/format/dates.ts'
import { printLabel } from '../../lib/print-label.ts'
import type { ResourceRow } from '../../resource/registry.ts'
import { rowQuery } from '../../resource/resource-queries.ts'
import { usePermission } from '../../resource/use-permission.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { type Ordered, useOrdered, useWork } from './use-ordered.ts'

/** The label by which a machine is claimed, and afterwards the machine that it has become. */
export function LabelTab({ row }: { row: ResourceRow }) {
  const ordered = useOrdered(row)
  return ordered.machineId === null ? (
    <Label ordered={ordered} />
  ) : (
    <Claimed ordered={ordered} machineId={ordered.machineId} />
  )
}

function Label({ ordered }: { ordered: Ordered }) {
  const [address, setAddress] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const { isBusy, run } = useWork()
  const mayMake = usePermission(api.makeClaimLabel).allowed
  const make = async () => {
    let made: string | undefined
    await run(async () => {
      made = (await callApi(api.makeClaimLabel, { params: { id: ordered.id } })).address
      return undefined
    })
    // With the order as it is now: the next press has to ask.
    if (made !== undefined) setAddress(made)
    setAsking(false)
  }
  const { labelMadeAt } = ordered
  return (
    <div className="grid justify-items-start gap-4 text-13">
      <p className="text-text-2">{t('orders.labelHelp')}</p>
      {address !== undefined && <PrintedLabel ordered={ordered} address={address} />}
      <div className="flex flex-wrap gap-2">
        {address !== undefined && (
          <Button variant="primary" onClick={printLabel}>
            {t('orders.print')}
          </Button>
        )}
        {mayMake && (
          <Button busy={isBusy} onClick={() => (labelMadeAt === null ? void make() : setAsking(true))}>
            {t('orders.makeLabel')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        title={t('orders.makeLabelTitle')}
        confirm={t('orders.makeLabel')}
        busy={isBusy}
        onConfirm={() => void make()}
        onCancel={() => setAsking(false)}
      >
        {t('orders.makeLabelHelp', { made: labelMadeAt === null ? '' : absoluteLabel(labelMadeAt) })}
      </ConfirmDialog>
    </div>
  )
}

function PrintedLabel({ ordered, address }: { ordered: Ordered; address: string }) {
  const { number, model, description, serial } = ordered
  return (
    <div data-label="" className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <QrCode text={address} label={t('orders.qrCode', { number })} />
      <div className="min-w-0 flex-1 basis-44 wrap-anywhere">
        <p className="code text-20 font-semibold" translate="no">
          {number}
        </p>
        <p translate="no">{[model, serial].filter((word) => word !== null).join(' · ')}</p>
        <p className="text-text-2" translate="no">
          {description}
        </p>
        <p className="mt-2 text-12 text-text-2">{t('orders.scanToClaim')}</p>
      </div>
    </div>
  )
}

function Claimed({ ordered, machineId }: { ordered: Ordered; machineId: string }) {
  const [isAsking, setAsking] = useState(false)
  const { isBusy, run } = useWork()
  const { data } = useQuery({ ...rowQuery(machines, machineId), enabled: usePermission(machines.calls.get).allowed })
  const mayRelease = usePermission(api.releaseOrderedMachine).allowed
  const release = async () => {
    await run(async () => {
      await callApi(api.releaseOrderedMachine, { params: { id: ordered.id } })
      return t('orders.released', { number: ordered.number })
    })
    setAsking(false)
  }
  return (
    <div className="grid justify-items-start gap-4 text-13">
      {data !== undefined && (
        <p className="flex flex-wrap items-center gap-3">
          <AppLink
            href={`/machines/${encodeURIComponent(data.machineID)}`}
            className="code underline underline-offset-3"
          >
            {data.machineID}
          </AppLink>
          <LiveStateLink machineID={data.machineID} />
        </p>
      )}
      {mayRelease && (
        <Button variant="danger" onClick={() => setAsking(true)}>
          {t('orders.release')}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        title={t('orders.releaseTitle')}
        confirm={t('orders.release')}
        busy={isBusy}
        onConfirm={() => void release()}
        onCancel={() => setAsking(false)}
      >
        {t('orders.releaseHelp')}
      </ConfirmDialog>
    </div>
  )
}
