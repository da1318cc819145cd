import { frozenStates } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { declared } from '../../../resource/registry.ts'
import { FailedState } from '../../../resource/table/table-states.tsx'
import { usePermission } from '../../../resource/use-permission.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { StateButtonsProps } from '../approval/state-buttons.tsx'
import { projectKey } from '../approval/use-project-change.ts'
import { Comparison } from './comparison.tsx'
import { RatesPanel } from './rates-panel.tsx'
import { VersionList } from './version-list.tsx'

/** Most versions that are listed. */
const LISTED = 100

/** The versions of a project, and how the price of one became that of another. */
export function VersionsTab({ project, token }: StateButtonsProps) {
  const { id, rowVersion, status } = project
  const [chosen, setChosen] = useState<{ from: string; to: string }>()
  const { calls } = declared('project')
  const mayChange = usePermission(calls.update).allowed && !frozenStates.some((state) => state === status)
  const query = useQuery({
    queryKey: projectKey(id, 'versions', rowVersion),
    queryFn: ({ signal }) => callApi(calls.versions, { params: { id }, query: { pageSize: LISTED } }, { signal }),
  })
  if (query.isError) {
    return <FailedState what={t('estimator.versions')} error={query.error} onRetry={() => void query.refetch()} />
  }
  if (!query.data) return <Skeleton className="h-40" />
  const { items } = query.data
  const ends = chosen ?? { from: String(items[0]?.number ?? 'now'), to: 'now' }
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @4xl:grid-cols-[minmax(220px,1fr)_minmax(0,4fr)]">
        <VersionList
          project={project}
          versions={items}
          ends={ends}
          onChoose={(from) => setChosen({ from, to: from === 'now' ? ends.from : 'now' })}
        />
        {items.length === 0 ? (
          <Panel className="p-5 text-text-2">{t('estimator.noVersions')}</Panel>
        ) : (
          <Comparison
            project={project}
            token={token}
            versions={items}
            ends={ends}
            mayRestore={mayChange}
            onChoose={setChosen}
          />
        )}
      </div>
      <div className="mt-4">
        <RatesPanel project={project} token={token} />
      </div>
    </div>
  )
}
