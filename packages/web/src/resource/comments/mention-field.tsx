import { t } from '@packhouse/messages'
import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { TextArea } from '../../ui/text-area.tsx'
import { type CommentedRecord, usePeople } from './comment-queries.ts'
import { completeName, type TypedName, typedNameAt } from './mentions.ts'

interface Person {
  id: string
  name: string
}

interface MentionFieldProps {
  record: CommentedRecord
  label: string
  value: string
  onChange: (text: string) => void
  /** Hears whom was chosen. */
  onMention: (person: Person) => void
  /** Ctrl-Enter in the field. */
  onSubmit: () => void
  ref?: Ref<{ focus: () => void }>
}

/** A text in which an `@` and the beginning of a name offer people to mention: arrows choose, Enter takes, Escape closes. */
export function MentionField({ record, label, value, onChange, onMention, onSubmit, ref }: MentionFieldProps) {
  const id = useId()
  const area = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<TypedName>()
  const [active, setActive] = useState(0)
  const [caret, setCaret] = useState<number>()
  const { data: people } = usePeople(record, typed?.name)
  const isOpen = typed !== undefined && people !== undefined
  const field = () => area.current?.querySelector('textarea') ?? undefined
  useImperativeHandle(ref, () => ({ focus: () => area.current?.querySelector('textarea')?.focus() }))
  useLayoutEffect(() => {
    if (caret === undefined) return
    area.current?.querySelector('textarea')?.setSelectionRange(caret, caret)
    setCaret(undefined)
  }, [caret])
  const look = () => {
    const found = field()
    setTyped(found === undefined ? undefined : typedNameAt(found.value, found.selectionStart))
    setActive(0)
  }
  const take = (person: Person) => {
    if (typed === undefined) return
    const completed = completeName(value, typed, person.name)
    onChange(completed.text)
    onMention(person)
    setTyped(undefined)
    field()?.focus()
    setCaret(completed.caret)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onSubmit()
      return
    }
    if (!isOpen) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const person = people[active]
    if (step !== undefined && people.length > 0) setActive((active + step + people.length) % people.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && person !== undefined) take(person)
    else if (event.key === 'Escape') setTyped(undefined)
    else return
    event.preventDefault()
    // The drawer around it must not close.
    event.stopPropagation()
  }
  return (
    <div ref={area} className="relative">
      <TextArea
        label={label}
        value={value}
        rows={3}
        maxLength={5_000}
        aria-haspopup="listbox"
        aria-controls={isOpen ? id : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && people.length > 0 ? `${id}-${active}` : undefined}
        onChange={(event) => {
          onChange(event.target.value)
          look()
        }}
        onClick={look}
        onKeyUp={(event) => {
          if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') look()
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setTyped(undefined)}
      />
      {isOpen && (
        <div
          id={id}
          role="listbox"
          aria-label={t('comments.people')}
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-60 overflow-auto rounded-control border border-line-2 bg-surface py-1 shadow-float"
        >
          {people.map((person, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
            <div
              key={person.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // Before the field loses the focus, which closes the list.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(person)}
              className="cursor-pointer px-3 py-1.5 text-14 hover:bg-surface-3 aria-selected:bg-kraft-soft max-md:py-3"
            >
              {person.name}
            </div>
          ))}
          {people.length === 0 && <p className="px-3 py-1.5 text-13 text-text-2">{t('comments.nobodyFound')}</p>}
        </div>
      )}
    </div>
  )
}
