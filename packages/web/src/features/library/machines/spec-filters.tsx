import type { FilterOptions } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { ResourceRow } from '../../../resource/registry.ts'
import type { ListAddress } from '../../../resource/use-list-state.ts'
import { useMachineTypes } from '../use-machine-types.ts'
import { ChoiceFilter, type FilterChoice } from './choice-filter.tsx'
import { FilterGroup } from './filter-group.tsx'
import { RangeFilter } from './range-filter.tsx'
import { conditionOf, withCondition } from './spec-conditions.ts'
import { useFieldsOfTypes } from './use-filter-options.ts'

interface SpecFiltersProps {
  list: ListAddress
  now: FilterOptions | undefined
}

/** Filters by the fields of the chosen types; fields of the same key count together. */
export function SpecFilters({ list, now }: SpecFiltersProps) {
  const { filters } = list.state
  const typeIds = filters.typeId ?? []
  const fields = useFieldsOfTypes(typeIds)
  const types = useMachineTypes()
  const conditions = filters.spec ?? []
  const namesOf = (key: unknown) =>
    fields
      .filter((field) => field.key === key)
      .flatMap(({ typeId }) => types.filter(({ id }) => id === typeId).map(({ name }) => String(name)))
  const distinct = fields.filter((field, place) => fields.findIndex(({ key }) => key === field.key) === place)
  return distinct.map((field) => (
    <FilterGroup
      key={String(field.key)}
      title={String(field.label)}
      aside={typeIds.length > 1 ? namesOf(field.key).join(', ') : unitOf(field)}
    >
      <SpecFilter
        field={field}
        found={now?.specs.find(({ key, kind }) => key === field.key && kind === field.kind)}
        value={conditionOf(conditions, String(field.key))}
        onChange={(value) =>
          list.change({ filters: { ...filters, spec: withCondition(conditions, String(field.key), value) } })
        }
      />
    </FilterGroup>
  ))
}

interface SpecFilterProps {
  field: ResourceRow
  found: FilterOptions['specs'][number] | undefined
  value: string
  onChange: (value: string) => void
}

function SpecFilter({ field, found, value, onChange }: SpecFilterProps) {
  if (field.kind === 'number' || field.kind === 'range') {
    return (
      <RangeFilter
        label={String(field.label)}
        unit={unitOf(field) ?? null}
        histogram={found?.histogram ?? undefined}
        value={value}
        onChange={onChange}
      />
    )
  }
  const chosen = value.split('|').filter(Boolean)
  return (
    <ChoiceFilter
      choices={choicesOf(field, found)}
      chosen={chosen}
      // Yes and no together are everything.
      onChange={(values) => onChange((field.kind === 'boolean' ? values.slice(-1) : values).join('|'))}
    />
  )
}

function unitOf({ unit }: ResourceRow): string | undefined {
  return typeof unit === 'string' ? unit : undefined
}

function choicesOf(field: ResourceRow, found: SpecFilterProps['found']): FilterChoice[] {
  const countOf = (value: string) => found?.values.find((entry) => entry.value === value)?.count ?? 0
  if (field.kind === 'boolean') {
    return [
      { value: 'true', label: t('general.yes'), count: countOf('true') },
      { value: 'false', label: t('resource.no'), count: countOf('false') },
    ]
  }
  const options = Array.isArray(field.options) ? field.options.map(String) : []
  const others = (found?.values ?? []).map(({ value }) => value).filter((value) => !options.includes(value))
  return [...options, ...others].map((value) => ({ value, label: value, count: countOf(value), isName: true as const }))
}
