import { BENCHMARK_HOURS_A_DAY, benchmarkDays } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useSearchChange } from '../../lib/address-search.ts'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { formatPlainDate } from '../../lib/format/dates.ts'
import { useSearchChoice } from '../../lib/use-search-choice.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PanelFailure } from '../../ui/panel-frame.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BenchmarkTable } from './benchmark-table.tsx'
import { ConditionsPanel } from './conditions-panel.tsx'
import { OthersMessage } from './others-message.tsx'
import { useBenchmark } from './use-benchmark.ts'

const dayChoices = benchmarkDays.map(String)

/** Own machines of a model beside each other, and beside the median of those that other customers share. */
export function BenchmarkPage() {
  useDocumentTitle(t('benchmark.benchmark'))
  const [days, setDays] = useSearchChoice('days', dayChoices, '30')
  const [model, machineID, setModel] = useModel()
  const { data, isLoadingError, refetch } = useBenchmark({ model, machineID, days })
  return (
    <Page>
      <PageHead title={t('benchmark.benchmark')} subtitle={t('benchmark.subtitle')}>
        <div className="flex flex-wrap gap-x-4 gap-y-2.5">
          {data && data.models.length > 0 && (
            <Select
              label={t('benchmark.model')}
              options={data.models.map((value) => ({ value, label: value }))}
              value={model ?? data.model ?? ''}
              onValueChange={setModel}
            />
          )}
          <Select
            label={t('benchmark.lookBack')}
            options={benchmarkDays.map((count) => ({
              value: String(count),
              label: t('benchmark.lastDays', { count }),
            }))}
            value={days}
            onValueChange={setDays}
          />
        </div>
      </PageHead>
      {!data && isLoadingError && (
        <Panel className="pt-4">
          <PanelFailure what={t('benchmark.benchmark')} onRetry={() => void refetch()} />
        </Panel>
      )}
      {!data && !isLoadingError && <Skeleton className="h-96" />}
      {data?.model === null && (
        <Panel>
          <EmptyState title={t('benchmark.noMachines')}>{t('benchmark.noMachinesAbout')}</EmptyState>
        </Panel>
      )}
      {data && data.model !== null && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {data.others !== 'shown' && <OthersMessage others={data.others} />}
          <BenchmarkTable benchmark={data} />
          <ConditionsPanel machines={data.machines} />
          <p className="max-w-[110ch] text-12 text-text-2">
            {data.from !== null && (
              <>{t('benchmark.ended', { from: formatPlainDate(data.from), to: formatPlainDate(data.to) })}. </>
            )}
            {t('benchmark.howItIsCounted', { hours: BENCHMARK_HOURS_A_DAY })}
          </p>
        </div>
      )}
    </Page>
  )
}

/** The model that the address names, or the machine whose model it is about. */
function useModel(): [string | undefined, string | undefined, (model: string) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const changeSearch = useSearchChange()
  const textOf = (name: string) => (search[name] === undefined ? undefined : String(search[name]))
  // The control shows its new value at once; the address follows a moment later.
  const [chosen, setChosen] = useState<string>()
  const choose = (model: string) => {
    setChosen(model)
    changeSearch((before) => ({ ...before, model, machine: undefined }), { replace: true, resetScroll: false })
  }
  return [chosen ?? textOf('model'), textOf('machine'), choose]
}
