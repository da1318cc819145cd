import { api, type HealthDashboard, type HealthWindow } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { authorizedFetch, callApi } from '../../lib/api-client.ts'
import { readProblem } from '../../lib/api-error.ts'
import { toRequest } from '../../lib/api-request.ts'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { useSearchChoice } from '../../lib/use-search-choice.ts'
import { saveFile } from '../../resource/download.ts'
import { DeniedState, FailedState } from '../../resource/table/table-states.tsx'
import { usePermission } from '../../resource/use-permission.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { WarningIcon } from '../../ui/icons.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { DownloadIcon } from '../../ui/tool-icons.tsx'
import { AlertList } from './alert-list.tsx'
import { FigurePanels } from './figure-panels.tsx'
import { ServerTable } from './server-table.tsx'
import { ServiceTiles } from './service-tiles.tsx'

const REFRESH_MS = 15_000
const ALL = 'all'
const windows: readonly { value: HealthWindow; label: string }[] = [
  { value: '1h', label: t('health.hour') },
  { value: '24h', label: t('health.day') },
  { value: '7d', label: t('health.week') },
  { value: '30d', label: t('health.month') },
]

/** How the installation is and was: services, figures over time, alerts and servers. */
export function HealthPage() {
  useDocumentTitle(t('health.health'))
  const access = usePermission(api.prometheusDashboard)
  if (!access.allowed)
    return <DeniedState heading="h1" what={t('health.systemHealth')} permission={access.permission} />
  return (
    <div className="mx-auto max-w-[1760px] px-8 pt-3.5 pb-10 max-md:px-4">
      <Screen />
    </div>
  )
}

function Screen() {
  const values = windows.map(({ value }) => value)
  const [window, choose] = useSearchChoice<HealthWindow>('window', values, '24h')
  const [node, chooseNode] = useState(ALL)
  const query = useQuery({
    queryKey: ['health', window, node],
    queryFn: ({ signal }) =>
      callApi(api.prometheusDashboard, { query: { window, ...(node === ALL ? {} : { node }) } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
  const { data } = query
  const newest = data?.nodes
    .map(({ lastAt }) => lastAt)
    .toSorted()
    .at(-1)
  return (
    <>
      <div className="mb-3.5 flex flex-wrap items-center gap-2.5">
        <h1 className="text-[22px] leading-7">{t('health.health')}</h1>
        {data && <Attention data={data} />}
        <div className="ms-auto flex flex-wrap items-center gap-2.5 max-md:ms-0">
          {data && data.nodes.length > 1 && (
            <Select
              label={t('health.server')}
              options={[
                { value: ALL, label: t('health.allServers') },
                ...data.nodes.map(({ name }) => ({ value: name, label: name })),
              ]}
              value={node}
              onValueChange={chooseNode}
            />
          )}
          <Segments label={t('health.window')} options={windows} value={window} onValueChange={choose} />
          {newest && (
            <DateLabel
              className="text-12 text-text-2"
              value={newest}
              sentence={(when) => t('health.reported', { when })}
              refreshMs={1_000}
            />
          )}
          <Button onClick={() => void saveMetrics()}>
            <DownloadIcon size={16} />
            {t('health.metrics')}
          </Button>
        </div>
      </div>
      {query.isPending ? (
        <>
          <Skeleton className="h-[120px]" />
          <Skeleton className="mt-3.5 h-96" />
        </>
      ) : query.isError && data === undefined ? (
        <FailedState what={t('health.systemHealth')} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        data && <Sections data={data} />
      )}
    </>
  )
}

function Sections({ data }: { data: HealthDashboard }) {
  return (
    <>
      {data.nodes.length === 0 && (
        <p className="mb-3.5 rounded-panel border border-dashed border-line-2 bg-surface px-4 py-3 text-13 text-text-2">
          {t('health.noServerHasReported')}
        </p>
      )}
      <ServiceTiles data={data} />
      <FigurePanels data={data} />
      <AlertList data={data} />
      <ServerTable nodes={data.nodes} />
    </>
  )
}

function Attention({ data: { services } }: { data: HealthDashboard }) {
  const count = services.filter(({ state }) => state === 'attention' || state === 'away').length
  if (count === 0) return null
  return (
    <Badge tone="warn" icon={WarningIcon}>
      {t('health.needALook', { count })}
    </Badge>
  )
}

/** What a scraper would be given now. */
async function saveMetrics(): Promise<void> {
  const response = await authorizedFetch(toRequest(api.prometheusMetrics, {}))
  if (response.ok) saveFile(await response.blob(), 'metrics.txt')
  else showToast({ message: (await readProblem(response)).message, tone: 'failed' })
}
