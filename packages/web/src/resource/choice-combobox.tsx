import { useEffect, useState } from 'react'
import { type Option, OptionCombobox, type OptionComboboxProps } from '../ui/option-combobox.tsx'
import { type ChoiceSource, useChoices, useOption } from './use-choices.ts'

export interface ChoiceComboboxProps extends Omit<OptionComboboxProps, 'options' | 'chosen' | 'remote'> {
  source: ChoiceSource | undefined
  /** Stand before the rows, such as “Not set”. */
  before?: readonly Option[]
  /** The ids of rows that are not offered, such as those that are chosen already. */
  without?: ReadonlySet<string>
  /** Called with the whole of what is chosen. */
  onPick?: (option: Option) => void
}

const TYPING_MS = 200
const none: readonly Option[] = []
const noIds: ReadonlySet<string> = new Set()

/** A choice of one row. Where there are too many to be read at once, the server looks for what is typed. */
export function ChoiceCombobox(choosing: ChoiceComboboxProps) {
  const { source, before = none, without = noIds, value, onChange, onPick, ...props } = choosing
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<Option>()
  const search = useSettled(typed.trim())
  const { options: first, isComplete, status } = useChoices(source)
  const isRemote = status === 'ready' && !isComplete
  const found = useChoices(isRemote && search !== '' ? source : undefined, search)
  const { option, isLoading } = useOption(source, value)
  const own = before.find((other) => other.value === value)
  const known = own ?? option ?? (picked?.value === value ? picked : undefined)
  const all = !isRemote || search === '' ? [...before, ...first] : found.options
  const options = all.filter((other) => !without.has(other.value))
  const isSearching = search !== typed.trim() || (search !== '' && found.status === 'loading')
  return (
    <OptionCombobox
      {...props}
      options={options}
      value={value}
      chosen={known ?? (isLoading ? { value, label: '' } : undefined)}
      onChange={(next) => {
        // Among what was found: the first ones may not have it.
        const chosen = options.find((other) => other.value === next)
        setPicked(chosen)
        onChange(next)
        if (chosen) onPick?.(chosen)
      }}
      remote={isRemote ? { onType: setTyped, isSearching, isFirst: search === '' } : undefined}
    />
  )
}

/** What was typed once nothing more is for a moment; emptied at once. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return typed === '' ? '' : settled
}
