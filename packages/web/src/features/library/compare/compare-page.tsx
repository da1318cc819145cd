import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchChange } from '../../../lib/address-search.ts'
import { callApi } from '../../../lib/api-client.ts'
import type { ResourceRow } from '../../../resource/registry.ts'
import { rowQuery } from '../../../resource/resource-queries.ts'
import { FailedState } from '../../../resource/table/table-states.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { specsKey } from '../machine/use-specs.ts'
import { listedMachines } from '../machines/machine-list-view.tsx'
import { CompareTable } from './compare-table.tsx'
import { type ComparedSpec, comparedSpecs } from './compared-rows.ts'

/** Machines of the library beside each other: what differs is marked. @param props.ids in the order of their columns */
export function ComparePage({ ids }: { ids: readonly string[] }) {
  const change = useSearchChange()
  const [onlyDifferent, setOnlyDifferent] = useState(false)
  const found = useCompared(ids)
  const show = (others: readonly string[]) =>
    change((previous) => ({ ...previous, compare: others.length < 2 ? undefined : others.join() }), {})
  return (
    <>
      <div className="mb-3.5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-[22px] leading-7">{t('library.compareMachines')}</h1>
        <span className="text-text-2 tabular-nums">{ids.length}</span>
        <div className="ms-auto flex flex-wrap gap-2">
          <Button size="dense" aria-pressed={onlyDifferent} onClick={() => setOnlyDifferent(!onlyDifferent)}>
            {t('library.onlyDifferences')}
          </Button>
          <Button size="dense" onClick={() => show([])}>
            {t('library.backToMachines')}
          </Button>
        </div>
      </div>
      {found.error !== null && (
        <FailedState what={t('library.machinesWord')} error={found.error} onRetry={found.retry} />
      )}
      {found.error === null && found.machines === undefined && <Skeleton className="h-96" />}
      {found.machines !== undefined && (
        <CompareTable
          machines={found.machines}
          specs={found.specs}
          onlyDifferent={onlyDifferent}
          onRemove={ids.length > 2 ? (id) => show(ids.filter((one) => one !== id)) : undefined}
        />
      )}
    </>
  )
}

interface Compared {
  /** Undefined while not all are there. */
  machines: readonly ResourceRow[] | undefined
  specs: readonly ComparedSpec[]
  error: Error | null
  retry: () => void
}

function useCompared(ids: readonly string[]): Compared {
  const rows = useQueries({ queries: ids.map((id) => rowQuery(listedMachines, id)) })
  const specs = useQueries({
    queries: ids.map((id) => ({
      queryKey: specsKey(id),
      queryFn: ({ signal }: { signal: AbortSignal }) => callApi(api.getMachineSpecs, { params: { id } }, { signal }),
    })),
  })
  const queries = [...rows, ...specs]
  const isWhole = queries.every(({ data }) => data !== undefined)
  return {
    machines: isWhole ? rows.flatMap(({ data }) => (data === undefined ? [] : [data])) : undefined,
    specs: isWhole ? comparedSpecs(specs.map(({ data }) => data?.specs ?? [])) : [],
    error: isWhole ? null : (queries.find(({ error }) => error !== null)?.error ?? null),
    retry: () => void Promise.all(queries.filter(({ isError }) => isError).map((query) => query.refetch())),
  }
}
