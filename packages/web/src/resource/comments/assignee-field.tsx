import { MAX_OFFERED_PEOPLE } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useId, useState } from 'react'
import { useSettled } from '../../lib/use-settled.ts'
import { type Option, OptionCombobox } from '../../ui/option-combobox.tsx'
import { type CommentedRecord, usePeople } from './comment-queries.ts'

const TYPING_MS = 200

interface AssigneeFieldProps {
  record: CommentedRecord
  /** Undefined for nobody in particular, which is the reader. */
  value: Option | undefined
  onChange: (person: Option | undefined) => void
}

/** Who does it: anybody who may see the record, found by the beginning of a name. */
export function AssigneeField({ record, value, onChange }: AssigneeFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim(), TYPING_MS)
  const { data: first = [] } = usePeople(record, '')
  const { data: found = first, isFetching } = usePeople(record, search)
  const options = found.map((person) => ({ value: person.id, label: person.name }))
  return (
    <div className="grid gap-[5px]">
      <label htmlFor={id} className="text-12 font-[550] text-text-2">
        {t('comments.assignee')}
      </label>
      <OptionCombobox
        options={options}
        value={value?.value ?? ''}
        chosen={value}
        onChange={(next) => onChange(options.find((option) => option.value === next))}
        clearable={false}
        inputClassName="h-9 w-full rounded-control border border-control bg-surface px-[11px] text-14 max-md:h-11 max-md:text-16"
        attributes={{ id }}
        // Also while it is not known whether these are all: what is typed meanwhile is looked for.
        remote={{
          onType: setTyped,
          isSearching: search !== typed.trim() || isFetching,
          isFirst: search === '' && first.length >= MAX_OFFERED_PEOPLE,
        }}
      />
    </div>
  )
}
