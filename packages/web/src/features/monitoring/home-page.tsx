import { t } from '@packhouse/messages'
import { useDeferredValue, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useRememberedChoice } from '../../lib/use-remembered-choice.ts'
import { useSearchChoice } from '../../lib/use-search-choice.ts'
import { CountingNote } from '../../ui/counting-note.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { OpenCarton } from '../../ui/illustrations.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'
import { CardChunk, CHUNK_CARDS, cardGrid } from './card/card-chunk.tsx'
import { CardSkeleton } from './card/card-skeleton.tsx'
import { utilizationRules } from './counting-rules.ts'
import { MachineStore, type RosterEntry } from './machine-store.ts'
import { OverviewCounts } from './overview-counts.tsx'
import { hasSeveralCustomers, type MachineSort, machineSorts, sortMachines } from './sort-machines.ts'
import { MachineStoreContext } from './store-context.ts'
import { useMachineList } from './use-machine-list.ts'

const filters = [
  { value: 'all', label: t('general.all') },
  { value: 'running', label: t('general.running') },
  { value: 'offline', label: t('monitoring.offline') },
] as const
type Filter = (typeof filters)[number]['value']
const filterValues = filters.map(({ value }) => value)

const sortLabels: Record<MachineSort, string> = {
  name: t('monitoring.sortByName'),
  attention: t('monitoring.sortByAttention'),
  customer: t('monitoring.sortByCustomer'),
}

/** Section 9 of the specification. */
const SKELETON_CARDS = 8
/** What a large window shows at once; these cards are drawn whole from the start. */
const FIRST_CHUNKS = 2

/** The Machine Overview: every machine of the reader, live. */
export function HomePage() {
  const [store] = useState(() => new MachineStore())
  const [filter, setFilter] = useSearchChoice<Filter>('filter', filterValues, 'all')
  const [chosenSort, setSort] = useRememberedChoice<MachineSort>(
    'sort',
    'packhouse-overview-sort',
    machineSorts,
    'name',
  )
  useMachineList(store)
  const roster = useSyncExternalStore(store.subscribeRoster, store.roster)
  const withCustomer = useMemo(() => hasSeveralCustomers(roster ?? []), [roster])
  const sorts = machineSorts.filter((sort) => sort !== 'customer' || withCustomer)
  // Until the list is there nobody knows whether it has several customers.
  const sort = sorts.includes(chosenSort) ? chosenSort : 'name'
  return (
    <Page>
      <PageHead
        title={t('monitoring.machineOverview')}
        subtitle={t('monitoring.liveStatusAndRecentPerformance')}
        note={<CountingNote of={t('monitoring.utilization')} rules={utilizationRules} />}
      >
        {roster && roster.length > 0 && <OverviewCounts roster={roster} />}
        <Select
          label={t('monitoring.sort')}
          options={sorts.map((value) => ({ value, label: sortLabels[value] }))}
          value={sort}
          onValueChange={setSort}
          className="max-md:w-full"
        />
        <Select
          label={t('monitoring.filter')}
          options={filters}
          value={filter}
          onValueChange={setFilter}
          className="max-md:w-full"
        />
      </PageHead>
      <MachineStoreContext value={store}>
        {roster ? (
          <MachineGrid roster={roster} filter={filter} sort={sort} withCustomer={withCustomer} />
        ) : (
          <LoadingGrid />
        )}
      </MachineStoreContext>
    </Page>
  )
}

function LoadingGrid() {
  return (
    <div role="status" aria-busy="true" aria-label={t('monitoring.loadingMachines')} className={cardGrid}>
      {Array.from({ length: SKELETON_CARDS }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity and never move
        <CardSkeleton key={i} />
      ))}
    </div>
  )
}

interface MachineGridProps {
  roster: readonly RosterEntry[]
  filter: Filter
  sort: MachineSort
  withCustomer: boolean
}

function MachineGrid({ roster, filter, sort, withCustomer }: MachineGridProps) {
  const wanted = useMemo(() => {
    const found = filter === 'all' ? roster : roster.filter(({ status }) => status === filter)
    return sortMachines(found, sort)
  }, [roster, filter, sort])
  // The first screen is painted before the rest of a large fleet is made, and a filter never makes typing wait.
  const shown = useDeferredValue(wanted, wanted.slice(0, FIRST_CHUNKS * CHUNK_CARDS))
  const chunks = useChunks(shown)
  if (wanted.length === 0) return <NothingFound />
  return (
    // biome-ignore lint/a11y/useSemanticElements: a ul may only contain li, but the chunks are in between
    <div role="list" aria-label={t('monitoring.machines')} className="flex flex-col gap-5 max-sm:gap-3.5">
      {chunks.map((entries, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chunk is its place in the list
        <CardChunk key={i} entries={entries} withCustomer={withCustomer} eager={i < FIRST_CHUNKS} />
      ))}
    </div>
  )
}

/** The entries in chunks. A chunk of which nothing has changed stays the same, and so none of its cards is looked at. */
function useChunks(entries: readonly RosterEntry[]): readonly (readonly RosterEntry[])[] {
  const before = useRef<readonly (readonly RosterEntry[])[]>([])
  const chunks = useMemo(() => {
    const count = Math.ceil(entries.length / CHUNK_CARDS)
    return Array.from({ length: count }, (_, i) => {
      const chunk = entries.slice(i * CHUNK_CARDS, (i + 1) * CHUNK_CARDS)
      const held = before.current[i]
      const isSame = held?.length === chunk.length && chunk.every((entry, place) => entry === held[place])
      return isSame ? held : chunk
    })
  }, [entries])
  useEffect(() => {
    before.current = chunks
  }, [chunks])
  return chunks
}

function NothingFound() {
  return (
    <Panel className="py-6">
      <div role="status">
        <EmptyState illustration={<OpenCarton />} title={t('monitoring.noMachinesFound')} />
      </div>
    </Panel>
  )
}
