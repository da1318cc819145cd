import { t } from '@packhouse/messages'
import { type KeyboardEvent, type Ref, useId, useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { CrossIcon } from '../../ui/icons.tsx'
import type { ControlAttributes } from './field-frame.tsx'

export interface ChipsControlProps {
  attributes: ControlAttributes
  value: readonly string[]
  onChange: (value: string[]) => void
  onBlur: () => void
  inputRef?: Ref<HTMLInputElement>
  faulty: boolean
  /** Texts that the browser offers while somebody types. */
  suggestions?: readonly string[] | undefined
}

/** Short texts as chips: Enter or a comma adds one, Backspace in the empty field takes the last away. */
export function ChipsControl(props: ChipsControlProps) {
  const { attributes, value, onChange, onBlur, inputRef, faulty, suggestions } = props
  const offered = useId()
  const [typed, setTyped] = useState('')
  const add = (text: string) => {
    const entries = text.split(',').map((entry) => entry.trim())
    const fresh = entries.filter((entry, index) => entry !== '' && entries.indexOf(entry) === index)
    setTyped('')
    if (fresh.length > 0) onChange([...value, ...fresh.filter((entry) => !value.includes(entry))])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.key === 'Enter' || event.key === ',') && typed.trim() !== '') {
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && typed === '') onChange(value.slice(0, -1))
  }
  return (
    <div
      className={classNames(
        'flex min-h-9 flex-wrap items-center gap-1 rounded-control border bg-surface p-[5px] focus-within:border-focus focus-within:outline-2 focus-within:outline-focus',
        faulty ? 'border-bad' : 'border-control',
      )}
    >
      {value.map((entry) => (
        <Chip key={entry} text={entry} onRemove={() => onChange(value.filter((other) => other !== entry))} />
      ))}
      <input
        {...attributes}
        {...(suggestions && { list: offered })}
        ref={inputRef}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          // What was typed and not yet added would be lost without a word.
          add(typed)
          onBlur()
        }}
        placeholder={value.length === 0 ? t('resource.typeThenPressEnter') : ''}
        className="h-6 w-24 min-w-24 flex-1 bg-transparent px-1.5 text-14 outline-none placeholder:text-text-3 max-md:h-8 max-md:text-16"
      />
      {suggestions && (
        <datalist id={offered}>
          {suggestions
            .filter((text) => !value.includes(text))
            .map((text) => (
              <option key={text} value={text} />
            ))}
        </datalist>
      )}
    </div>
  )
}

function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <span className="inline-flex h-6 max-w-full items-center gap-1 rounded-state border border-line-2 bg-surface-2 ps-2 text-12">
      <span className="truncate">{text}</span>
      <button
        type="button"
        aria-label={t('resource.removeText', { text })}
        className="grid size-6 place-items-center text-text-2 hover:text-text"
        onClick={onRemove}
      >
        <CrossIcon size={12} />
      </button>
    </span>
  )
}
