import { useState } from 'react'
import { useSettled } from '../lib/use-settled.ts'
import { type Option, OptionCombobox, type OptionComboboxProps } from '../ui/option-combobox.tsx'
import { type ChoiceSource, useChoices, useOption } from './use-choices.ts'

export interface ChoiceComboboxProps extends Omit<OptionComboboxProps, 'options' | 'chosen' | 'remote' | 'create'> {
  source: ChoiceSource | undefined
  /** Stand before the rows, such as “Not set”. */
  before?: readonly Option[]
  /** What the field shows for a value that is no row and cannot be chosen again. */
  shown?: Option | undefined
  /** The ids of rows that are not offered, such as those that are chosen already. */
  without?: ReadonlySet<string>
  /** Creates what is missing from its name; resolves with nothing where that fails. */
  create?: { label: (typed: string) => string; run: (typed: string) => Promise<Option | undefined> }
  /** Called with the whole of what is chosen. */
  onPick?: (option: Option) => void
}

const TYPING_MS = 200
const none: readonly Option[] = []
const noIds: ReadonlySet<string> = new Set()

/** A choice of one row. Where there are too many to be read at once, the server looks for what is typed. */
export function ChoiceCombobox(choosing: ChoiceComboboxProps) {
  const { source, before = none, shown, without = noIds, value, onChange, onPick, create, ...props } = choosing
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<Option>()
  const search = useSettled(typed.trim(), TYPING_MS)
  const { options: first, isComplete, status } = useChoices(source)
  const isRemote = status === 'ready' && !isComplete
  const found = useChoices(isRemote && search !== '' ? source : undefined, search)
  const { option, isLoading } = useOption(source, value)
  const own = shown?.value === value ? shown : before.find((other) => other.value === value)
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
      {...(create && {
        create: {
          label: create.label,
          run: (name) =>
            void create.run(name).then((made) => {
              if (made === undefined) return
              setPicked(made)
              onChange(made.value)
              onPick?.(made)
            }),
        },
      })}
      remote={isRemote ? { onType: setTyped, isSearching, isFirst: search === '' } : undefined}
    />
  )
}
