import { api, type Version } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import { declared } from '../../../resource/registry.ts'
import { FailedState } from '../../../resource/table/table-states.tsx'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { UndoIcon } from '../../../ui/tool-icons.tsx'
import type { StateButtonsProps } from '../approval/state-buttons.tsx'
import { projectKey, useProjectChange } from '../approval/use-project-change.ts'
import { WalkRows } from './walk-rows.tsx'
import { Waterfall } from './waterfall.tsx'

interface Ends {
  from: string
  to: string
}

interface ComparisonProps extends StateButtonsProps {
  versions: readonly Version[]
  ends: Ends
  mayRestore: boolean
  onChoose: (ends: Ends) => void
}

/** How the total of one version becomes that of another. */
export function Comparison(props: ComparisonProps) {
  const { id, rowVersion } = props.project
  const { from, to } = props.ends
  const query = useQuery({
    queryKey: projectKey(id, 'walk', rowVersion, from, to),
    queryFn: ({ signal }) => callApi(api.walkVersions, { params: { id, a: from, b: to } }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Panel>
      <Head {...props} />
      {query.isError && (
        <FailedState what={t('estimator.priceWalk')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <Skeleton className="m-4 h-48" />}
      {query.data && (
        <>
          <Waterfall walk={query.data} ends={{ from: nameOf(from), to: nameOf(to) }} />
          <WalkRows walk={query.data} />
        </>
      )}
    </Panel>
  )
}

function nameOf(place: string): string {
  return place === 'now' ? t('estimator.now') : `v${place}`
}

function Head({ project, token, versions, ends, mayRestore, onChoose }: ComparisonProps) {
  const { from, to } = ends
  const options = ['now', ...versions.map(({ number }) => String(number))].map((value) => {
    return { value, label: nameOf(value) }
  })
  return (
    <div className="flex flex-wrap items-center gap-2.5 px-4 py-3">
      <Select
        label={t('estimator.from')}
        options={options}
        value={from}
        onValueChange={(one) => onChoose({ from: one, to })}
      />
      <Select
        label={t('estimator.to')}
        options={options}
        value={to}
        onValueChange={(one) => onChoose({ from, to: one })}
      />
      <Button variant="quiet" onClick={() => onChoose({ from: to, to: from })}>
        {t('estimator.swap')}
      </Button>
      {mayRestore && from !== 'now' && <RestoreButton project={project} token={token} number={from} />}
    </div>
  )
}

function RestoreButton({ project: { id, rowVersion }, token, number }: StateButtonsProps & { number: string }) {
  const { restoreVersion } = declared('project').calls
  const restore = useProjectChange(
    id,
    (_: undefined, options) => callApi(restoreVersion, { params: { id, number }, body: { rowVersion } }, options),
    { holding: { kind: 'held', token }, done: () => t('estimator.restoredFrom', { number }) },
  )
  return (
    <Button className="ms-auto" busy={restore.isPending} onClick={() => restore.mutate(undefined)}>
      <UndoIcon size={16} />
      {t('estimator.restoreVersion', { number })}
    </Button>
  )
}
