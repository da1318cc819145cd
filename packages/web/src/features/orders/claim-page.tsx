import { api, type MachineToClaim } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { LiveState } from '../../entities/machine/live-state.tsx'
import { callApi } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { showAnswer } from '../../lib/query-client.ts'
import { Alert } from '../../ui/alert.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Fact } from '../../ui/fact.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ClaimForm } from './claim-form.tsx'

const keyOf = (token: string) => ['claim', token] as const

/** What the QR code on an ordered machine opens: whoever is beside it says which machine ID it sends. */
export function ClaimPage({ token }: { token: string }) {
  const client = useQueryClient()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: keyOf(token),
    queryFn: ({ signal }) => callApi(api.machineToClaim, { params: { token } }, { signal }),
    retry: (count, failure) => !(failure instanceof ApiError) && count < 3,
  })
  return (
    <Page width="narrow">
      <PageHead title={t('claim.title')} subtitle={data && `${data.number} · ${data.customer}`} />
      {isPending && <Skeleton className="h-64" />}
      {error !== null && data === undefined && (
        <EmptyState
          title={t('claim.notOpened')}
          actions={<Button onClick={() => void refetch()}>{t('general.tryAgain')}</Button>}
        >
          {error.message}
        </EmptyState>
      )}
      {data !== undefined && (
        <div className="grid gap-5">
          <OrderFacts machine={data} />
          {data.machineID === null ? (
            <ClaimForm token={token} machine={data} onClaimed={(shown) => showAnswer(client, keyOf(token), shown)} />
          ) : (
            <Claimed machineID={data.machineID} />
          )}
        </div>
      )}
    </Page>
  )
}

function OrderFacts({ machine: { description, model, site, options, serial } }: { machine: MachineToClaim }) {
  return (
    <dl
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 rounded-panel border border-line bg-surface p-4 text-14"
      translate="no"
    >
      <Fact name={t('claim.machine')}>{description}</Fact>
      <Fact name={t('claim.model')}>{model}</Fact>
      {site !== null && <Fact name={t('claim.site')}>{site}</Fact>}
      {serial !== null && <Fact name={t('claim.serial')}>{serial}</Fact>}
      {options.length > 0 && <Fact name={t('claim.options')}>{options.join(', ')}</Fact>}
    </dl>
  )
}

function Claimed({ machineID }: { machineID: string }) {
  return (
    <Alert tone="ok">
      <p className="font-semibold">{t('claim.done', { machineID })}</p>
      <p className="my-2">
        <LiveState machineID={machineID} />
      </p>
      <AppLink href={`/machines/${encodeURIComponent(machineID)}`} className={buttonClasses('primary')}>
        {t('claim.openMachine')}
      </AppLink>
    </Alert>
  )
}
