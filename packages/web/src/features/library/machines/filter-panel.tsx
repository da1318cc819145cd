import { type FilterOptions, machineLifecycles } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { ReactNode } from 'react'
import { formatCount } from '../../../lib/format/numbers.ts'
import { countNarrowing } from '../../../resource/list-state.ts'
import { declared } from '../../../resource/registry.ts'
import type { ListAddress } from '../../../resource/use-list-state.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { choiceWord } from '../../../resource/view.ts'
import { CategoryIcon } from '../machine-category.tsx'
import { useMachineTypes } from '../use-machine-types.ts'
import { ChoiceFilter, type FilterChoice } from './choice-filter.tsx'
import { FilterGroup } from './filter-group.tsx'
import { RangeFilter } from './range-filter.tsx'
import { SpecFilters } from './spec-filters.tsx'
import { StyleFilter } from './style-filter.tsx'
import type { FilterCounts } from './use-filter-options.ts'

export interface FilterPanelProps {
  list: ListAddress
  counts: FilterCounts
}

type Facet = FilterOptions['lifecycle']

/** Everything that the list can be filtered by, with counts that respect the other filters. */
export function FilterPanel({ list, counts }: FilterPanelProps) {
  const { now, all } = counts
  const { filters } = list.state
  const set = (name: string) => (values: string[]) => list.change({ filters: { ...filters, [name]: values } })
  const choice = (title: string, name: 'ipRating' | 'tagId' | 'supplierId') => {
    const choices = withZeros(all?.[name] ?? [], now?.[name] ?? [])
    if (choices.length === 0) return null
    return (
      <FilterGroup title={title}>
        <ChoiceFilter choices={choices} chosen={filters[name] ?? []} onChange={set(name)} />
      </FilterGroup>
    )
  }
  return (
    <>
      <FilterGroup title={t('library.type')}>
        <ChoiceFilter choices={useTypeChoices(now)} chosen={filters.typeId ?? []} onChange={set('typeId')} />
      </FilterGroup>
      <FilterGroup title={t('library.designSpeed')} aside={t('library.perMinute')}>
        <RangeFilter
          label={t('library.designSpeed')}
          unit={t('library.perMinute')}
          histogram={now?.speed ?? undefined}
          value={filters.speed?.[0] ?? ''}
          onChange={(span) => set('speed')(span === '' ? [] : [span])}
        />
      </FilterGroup>
      <StyleFilter
        chosen={filters.possibleStyleId?.[0] ?? ''}
        unknown={now?.unknownForStyle ?? 0}
        onChange={set('possibleStyleId')}
      />
      <SpecFilters list={list} now={now} />
      {choice(t('library.protection'), 'ipRating')}
      <FilterGroup title={t('library.lifecycle')}>
        <ChoiceFilter
          choices={machineLifecycles.map((value) => ({
            value,
            label: choiceWord({}, value),
            count: countOf(now?.lifecycle, value),
          }))}
          chosen={filters.lifecycle ?? []}
          onChange={set('lifecycle')}
        />
      </FilterGroup>
      {choice(t('library.tags'), 'tagId')}
      {choice(t('library.supplier'), 'supplierId')}
    </>
  )
}

/** How many filters are set, and the way to be rid of them. */
export function FilterHead({ list, children }: { list: ListAddress; children?: ReactNode }) {
  const { filters } = countNarrowing(list.state)
  return (
    <div className="sticky top-0 z-2 flex min-h-[42px] items-center gap-3 border-b border-line bg-surface px-3.5">
      <b className="me-auto font-semibold">{t('library.filters')}</b>
      {filters > 0 && (
        <button
          type="button"
          className="text-12 underline decoration-kraft underline-offset-3 max-md:min-h-11"
          onClick={() => list.change({ filters: {}, deleted: 'without' })}
        >
          {t('library.clearFilters', { count: formatCount(filters) })}
        </button>
      )}
      {children}
    </div>
  )
}

function useTypeChoices(now: FilterOptions | undefined): FilterChoice[] {
  const types = useMachineTypes()
  const mayRead = usePermission(declared('machineType').calls.list).allowed
  if (!mayRead) return now?.typeId ?? []
  return types.map(({ id, name, category }) => ({
    value: id,
    label: String(name),
    count: countOf(now?.typeId, id),
    icon: <CategoryIcon category={category} />,
    isName: true as const,
  }))
}

/** What can be chosen at all, with the counts of now. */
function withZeros(all: Facet, now: Facet): FilterChoice[] {
  const known = [...all, ...now.filter(({ value }) => !all.some((other) => other.value === value))]
  return known.map((choice) => ({ ...choice, count: countOf(now, choice.value), isName: true as const }))
}

function countOf(facet: Facet | undefined, value: string): number {
  return facet?.find((entry) => entry.value === value)?.count ?? 0
}
