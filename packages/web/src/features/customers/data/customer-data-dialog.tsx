import { Dialog } from '@base-ui/react/dialog'
import { api, type CallResult } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import type { ResourceRow } from '../../../resource/registry.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { backdropClasses, dialogClasses } from '../../../ui/confirm-dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { DataGroups } from './data-groups.tsx'
import { DataRuns } from './data-runs.tsx'

const POLL_MS = 2_000

type Overview = CallResult<typeof api.customerData>
type Format = 'csv' | 'parquet'

/** What is stored of a customer: exported whole, or removed for good. */
export function CustomerDataDialog({ customer, onClose }: { customer: ResourceRow; onClose: () => void }) {
  const name = String(customer.name)
  const query = useQuery({
    queryKey: keyOf(customer.id),
    queryFn: ({ signal }) => callApi(api.customerData, { params: { id: customer.id } }, { signal }),
    refetchInterval: ({ state }) => (isRunning(state.data) ? POLL_MS : false),
  })
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClasses} />
        <Dialog.Popup className={`${dialogClasses} w-[640px]`}>
          <Dialog.Title className="font-display text-20 font-semibold">
            {t('customerData.title', { name })}
          </Dialog.Title>
          {query.isPending && <Skeleton className="h-40" />}
          {query.isError && <Alert tone="bad">{query.error.message}</Alert>}
          {query.data && <Body customerId={customer.id} name={name} overview={query.data} />}
          <div className="mt-2 flex justify-end">
            <Button onClick={onClose}>{t('customerData.close')}</Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Body({ customerId, name, overview }: { customerId: string; name: string; overview: Overview }) {
  const { allowed } = usePermission(api.removeCustomerData)
  const busy = isRunning(overview)
  return (
    <div className="grid gap-4 text-14">
      <ExportPart customerId={customerId} busy={busy} />
      {overview.tasks.length > 0 && <DataRuns customerId={customerId} tasks={overview.tasks} />}
      {allowed && <RemovalPart customerId={customerId} name={name} busy={busy} />}
      <DataGroups tables={overview.tables} />
    </div>
  )
}

function ExportPart({ customerId, busy }: { customerId: string; busy: boolean }) {
  const [format, setFormat] = useState<Format>('csv')
  const begin = useBegin(customerId, () =>
    callApi(api.exportCustomerData, { params: { id: customerId }, body: { format } }),
  )
  return (
    <section className="grid gap-2">
      <p className="text-text-2">{t('customerData.exportText')}</p>
      <div className="flex flex-wrap items-center gap-3">
        <Select<Format>
          label={t('customerData.groupTelemetry')}
          value={format}
          onValueChange={setFormat}
          options={[
            { value: 'csv', label: t('customerData.formatCsv') },
            { value: 'parquet', label: t('customerData.formatParquet') },
          ]}
        />
        <Button variant="primary" busy={begin.isPending} disabled={busy} onClick={() => begin.mutate()}>
          {t('customerData.export')}
        </Button>
      </div>
      {begin.isError && <Alert tone="bad">{begin.error.message}</Alert>}
    </section>
  )
}

/** The name has to be typed before anything can be removed. */
function RemovalPart({ customerId, name, busy }: { customerId: string; name: string; busy: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const begin = useBegin(customerId, () =>
    callApi(api.removeCustomerData, { params: { id: customerId }, body: { name: typed } }),
  )
  if (!isOpen) {
    return (
      <div>
        <Button variant="danger" disabled={busy} onClick={() => setOpen(true)}>
          {t('customerData.remove')}
        </Button>
      </div>
    )
  }
  const isNamed = typed.trim() === name.trim()
  return (
    <section className="grid gap-2 rounded-control border border-line p-3">
      <p className="text-text-2">{t('customerData.removeText')}</p>
      <TextField
        label={t('customerData.confirmName', { name })}
        value={typed}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      {begin.isError && <Alert tone="bad">{begin.error.message}</Alert>}
      <div>
        <Button variant="danger" busy={begin.isPending} disabled={busy || !isNamed} onClick={() => begin.mutate()}>
          {t('customerData.removeForGood')}
        </Button>
      </div>
    </section>
  )
}

function useBegin(customerId: string, begin: () => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: begin,
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(customerId) }),
  })
}

function keyOf(customerId: string): string[] {
  return ['customer-data', customerId]
}

function isRunning(overview: Overview | undefined): boolean {
  return overview?.tasks.some(({ state }) => state === 'waiting' || state === 'running') ?? false
}
