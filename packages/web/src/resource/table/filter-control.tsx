import type { Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { classNames } from '../../ui/class-names.ts'
import { ChevronDownIcon } from '../../ui/icons.tsx'
import type { Option } from '../../ui/option-combobox.tsx'
import { ChoiceCombobox } from '../choice-combobox.tsx'
import { filterNames, type ListState } from '../list-state.ts'
import { type ParentMount, parentFields, resourceNamed } from '../registry.ts'
import { choiceSource, useChoices, useOption } from '../use-choices.ts'
import { choiceWord, labelOfField, type ResourceView } from '../view.ts'

export interface FilterProps {
  resource: Resource
  view: ResourceView
  name: string
  values: readonly string[]
  onChange: (values: string[]) => void
}

export const denseClasses =
  'h-[30px] w-full rounded-control border border-control bg-surface ps-[9px] text-13 text-text placeholder:text-text ' +
  'hover:border-text-2 focus:border-focus focus:outline-2 focus:outline-offset-0 focus:outline-focus max-md:h-11 max-md:text-16'

/** The filters of a list that the reader can use: without those that the mount decides or that have nothing to choose from. */
export function usableFilters(resource: Resource, view: ResourceView, mount: ParentMount | undefined): string[] {
  const ofParent = parentFields(resource, mount)
  const usable = filterNames(resource).filter((name) => {
    const refersTo = resource.fields[name]?.refersTo
    const known = refersTo === undefined || resourceNamed(refersTo) !== undefined
    return known && !ofParent.includes(name) && !view.hidden?.includes(name)
  })
  // Those of the first columns are the ones that are wanted most.
  const rank = (name: string) => [...(view.columns ?? []), name].indexOf(name)
  return usable.sort((one, other) => rank(one) - rank(other))
}

/** One filter by the kind of its field. Its empty choice says what it filters. */
export function FilterControl(props: FilterProps) {
  const { resource, name } = props
  if (choiceSource(resource, name)) return <ChoosingFilter {...props} />
  const field = resource.fields[name]
  if (field?.kind === 'boolean' || field?.choices) return <SelectFilter {...props} />
  return <TypedFilter {...props} />
}

/** The values that a filter offers without asking the server. */
export function fixedOptions(resource: Resource, view: ResourceView, name: string): Option[] {
  const field = resource.fields[name]
  const empty = field?.required ? [] : [{ value: 'null', label: t('resource.notSet') }]
  if (field?.kind === 'boolean') {
    return [
      { value: 'true', label: t('general.yes') },
      { value: 'false', label: t('resource.no') },
    ]
  }
  return [...(field?.choices ?? []).map((value) => ({ value, label: choiceWord(view, value) })), ...empty]
}

function SelectFilter({ resource, view, name, values, onChange }: FilterProps) {
  const label = labelOfField(resource, name)
  return (
    <span className="relative block">
      <select
        aria-label={label}
        value={values[0] ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? [] : [event.target.value])}
        className={classNames(denseClasses, 'appearance-none pe-7', values.length > 0 && chosenClasses)}
      >
        <option value="">{t('resource.all', { label })}</option>
        {fixedOptions(resource, view, name).map((option) => (
          <option key={option.value} value={option.value}>
            {label}: {option.label}
          </option>
        ))}
      </select>
      <ChevronDownIcon size={14} className="pointer-events-none absolute top-1/2 end-2 -mt-[7px] text-text-2" />
    </span>
  )
}

export const chosenClasses = 'border-kraft bg-kraft-soft text-kraft-strong'

function ChoosingFilter({ resource, name, values, onChange }: FilterProps) {
  const source = choiceSource(resource, name)
  const { status } = useChoices(source)
  const label = labelOfField(resource, name)
  const empty = resource.fields[name]?.required ? [] : [{ value: 'null', label: t('resource.notSet') }]
  return (
    <ChoiceCombobox
      source={source}
      before={empty}
      value={values[0] ?? ''}
      onChange={(value) => onChange(value === '' ? [] : [value])}
      placeholder={t('resource.all', { label })}
      disabled={status === 'denied'}
      attributes={{ 'aria-label': label }}
      inputClassName={classNames(denseClasses, values.length > 0 && chosenClasses)}
    />
  )
}

/** A value to type, such as a rating or a code; it counts when the field is left or Enter is pressed. */
function TypedFilter({ resource, name, values, onChange }: FilterProps) {
  const label = labelOfField(resource, name)
  const current = values.join(',')
  const take = (input: HTMLInputElement) => {
    const typed = input.value.trim()
    if (typed !== current) onChange(typed === '' ? [] : [typed])
  }
  return (
    <input
      key={current}
      aria-label={label}
      defaultValue={current}
      placeholder={t('resource.all', { label })}
      inputMode={resource.fields[name]?.kind === 'integer' ? 'numeric' : undefined}
      onBlur={(event) => take(event.target)}
      onKeyDown={(event) => event.key === 'Enter' && take(event.currentTarget)}
      className={classNames(denseClasses, 'pe-2', values.length > 0 && chosenClasses)}
    />
  )
}

/** What is filtered by a field, for a chip: `Industry: Bakery`. */
export function useFilterWords({ resource, view, name }: Omit<FilterProps, 'values' | 'onChange'>, state: ListState) {
  const values = state.filters[name] ?? []
  // A filter of this screen has one value; a link may have more, and those stand there as they are.
  const { option } = useOption(choiceSource(resource, name), values.length === 1 ? (values[0] ?? '') : '')
  const fixed = fixedOptions(resource, view, name)
  const word = (value: string) =>
    value === 'null'
      ? t('resource.notSetWord')
      : (option?.label ?? fixed.find((option) => option.value === value)?.label ?? value)
  return `${labelOfField(resource, name)}: ${values.map(word).join(', ')}`
}
