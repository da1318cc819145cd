import { api, settingKeys } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { compareNames } from '../../../lib/format/order.ts'
import { FailedState } from '../../../resource/table/table-states.tsx'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ChangeRow } from './change-row.tsx'
import { labelOf } from './setting-words.ts'
import type { Settings } from './settings-query.ts'

const ALL = 'all'

/** Every change, newest first: who, when, before and after, and the way back. */
export function HistoryPanel({ settings: { settings } }: { settings: Settings }) {
  const [chosen, choose] = useState<string>(ALL)
  const key = settingKeys.find((one) => one === chosen)
  const history = useInfiniteQuery({
    queryKey: ['settings', 'history', chosen],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const query = { ...(key && { key }), ...(pageParam !== '' && { before: pageParam }) }
      return callApi(api.settingsHistory, { query }, { signal })
    },
    getNextPageParam: ({ changes, more }) => (more ? changes.at(-1)?.id : undefined),
  })
  const named = settings
    .map(({ key: value }) => ({ value: value as string, label: labelOf(value) }))
    .sort((a, b) => compareNames(a.label, b.label))
  return (
    <section aria-labelledby="settings-history" className="grid gap-3 pb-6">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="settings-history" className="me-auto">
          {t('installation.history')}
        </h2>
        <Select
          className="max-md:w-full"
          label={t('installation.setting')}
          value={chosen}
          options={[{ value: ALL, label: t('general.all') }, ...named]}
          onValueChange={choose}
        />
      </div>
      {history.isPending && <Skeleton className="h-64" />}
      {history.isError && (
        <FailedState what={t('installation.history')} error={history.error} onRetry={() => void history.refetch()} />
      )}
      {history.data && <Changes pages={history.data.pages} settings={settings} />}
      {history.hasNextPage && (
        <Button busy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          {t('installation.olderChanges')}
        </Button>
      )}
    </section>
  )
}

interface ChangesProps {
  pages: readonly { changes: Parameters<typeof ChangeRow>[0]['change'][] }[]
  settings: Settings['settings']
}

function Changes({ pages, settings }: ChangesProps) {
  const changes = pages.flatMap((page) => page.changes)
  if (changes.length === 0) {
    return (
      <p className="rounded-panel border border-dashed border-line-2 bg-surface px-4 py-3 text-13 text-text-2">
        {t('installation.nothingWasChanged')}
      </p>
    )
  }
  return (
    <ul className="overflow-hidden rounded-panel border border-line bg-surface" aria-label={t('installation.history')}>
      {changes.map((change) => (
        <ChangeRow key={change.id} change={change} state={settings.find(({ key }) => key === change.key)} />
      ))}
    </ul>
  )
}
