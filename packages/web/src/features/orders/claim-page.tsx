import { api, type MachineToClaim } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
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
import { useClaimDraft } from './use-claim-draft.ts'

const keyOf = (token: string) => ['claim', token] as const

/** What the QR code on an ordered machine opens: whoever is beside it says which machine ID it sends. */
export function ClaimPage({ token }: { token: string }) {
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
          <Claim key={token} token={token} machine={data} />
        </div>
      )}
    </Page>
  )
}

function Claim({ token, machine }: { token: string; machine: MachineToClaim }) {
  const client = useQueryClient()
  const { draft, change } = useClaimDraft(token, machine)
  /** Whether it was claimed here just now, and not by a request before. */
  const [isNew, setNew] = useState(false)
  if (machine.machineID !== null) return <Claimed machineID={machine.machineID} words={wordsOf(machine, isNew)} />
  if (draft === undefined) return <Skeleton className="h-64" />
  return (
    <ClaimForm
      token={token}
      machine={machine}
      draft={draft}
      onChange={change}
      onClaimed={({ wasClaimed, ...shown }) => {
        setNew(!wasClaimed)
        showAnswer(client, keyOf(token), shown)
      }}
    />
  )
}

function wordsOf({ machineID, claimedByYou }: MachineToClaim, isNew: boolean): string {
  const named = { machineID: machineID ?? '' }
  if (isNew) return t('claim.done', named)
  return claimedByYou ? t('claim.alreadyByYou', named) : t('claim.alreadyClaimed', named)
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

function Claimed({ machineID, words }: { machineID: string; words: string }) {
  return (
    <Alert tone="ok">
      <p className="font-semibold">{words}</p>
      <p className="my-2">
        <LiveState machineID={machineID} />
      </p>
      <AppLink href={`/machines/${encodeURIComponent(machineID)}`} className={buttonClasses('primary')}>
        {t('claim.openMachine')}
      </AppLink>
    </Alert>
  )
}
