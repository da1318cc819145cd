import { t } from '@packhouse/messages'
import { declared } from '../../../resource/registry.ts'
import { Chip } from '../../../resource/table/filter-bar.tsx'
import { useOption } from '../../../resource/use-choices.ts'
import type { ListAddress } from '../../../resource/use-list-state.ts'
import { choiceWord } from '../../../resource/view.ts'
import { conditionOf, readSpan } from './spec-conditions.ts'
import { useFieldsOfTypes } from './use-filter-options.ts'

/** Rows of which resource a filter names. */
const named: Readonly<Record<string, string>> = {
  typeId: 'machineType',
  supplierId: 'supplier',
  tagId: 'libraryTag',
  possibleStyleId: 'packagingStyle',
  styleId: 'packagingStyle',
}

/** What the list is filtered by, each with a way to take it away. */
export function FilterChips({ list }: { list: ListAddress }) {
  const { filters, deleted } = list.state
  const fields = useFieldsOfTypes(filters.typeId ?? [])
  const remove = (name: string, value: string) => () =>
    list.change({ filters: { ...filters, [name]: (filters[name] ?? []).filter((other) => other !== value) } })
  return (
    <>
      {Object.entries(filters).flatMap(([name, values]) =>
        values.map((value) => {
          const resource = named[name]
          const onRemove = remove(name, value)
          const key = `${name} ${value}`
          if (resource !== undefined) return <NamedChip key={key} resource={resource} id={value} onRemove={onRemove} />
          if (name === 'spec') return <Chip key={key} words={specWords(value, fields)} onRemove={onRemove} />
          if (name === 'speed')
            return <Chip key={key} words={spanWords(t('library.speed'), value)} onRemove={onRemove} />
          return <Chip key={key} words={choiceWord({}, value)} onRemove={onRemove} />
        }),
      )}
      {deleted === 'only' && (
        <Chip words={t('library.deletedOnly')} onRemove={() => list.change({ deleted: 'without' })} />
      )}
    </>
  )
}

function NamedChip({ resource, id, onRemove }: { resource: string; id: string; onRemove: () => void }) {
  const { option } = useOption({ resource: declared(resource), by: 'id' }, id)
  return <Chip words={option?.label ?? declared(resource).noun[0]} onRemove={onRemove} />
}

function specWords(condition: string, fields: ReturnType<typeof useFieldsOfTypes>): string {
  const [key = ''] = condition.split(':', 1)
  const value = conditionOf([condition], key)
  const field = fields.find((candidate) => candidate.key === key)
  const label = String(field?.label ?? key)
  if (field?.kind === 'number' || field?.kind === 'range') return spanWords(label, value, field.unit)
  if (field?.kind === 'boolean') {
    return t('library.fieldIs', { label, value: value === 'true' ? t('general.yes') : t('resource.no') })
  }
  return t('library.fieldIs', { label, value: value.replaceAll('|', ', ') })
}

/** `Speed 40 to 130`, `Film width from 300 mm` */
function spanWords(label: string, value: string, unit: unknown = ''): string {
  const { from, to } = readSpan(value)
  const end =
    typeof unit === 'string' && unit !== '' ? t('library.numberWithUnit', { number: to || from, unit }) : to || from
  if (to === '') return t('library.labelFrom', { label, from: end })
  return from === '' ? t('library.labelTo', { label, to: end }) : t('library.labelFromTo', { label, from, to: end })
}
