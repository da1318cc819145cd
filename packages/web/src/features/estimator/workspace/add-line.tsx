import { type Choice, itemMasters } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useId, useLayoutEffect, useRef, useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { AskPrice } from './ask-price.tsx'
import { type ItemLine, lineOfItem } from './item-line.ts'
import { addRows, newLine } from './line-steps.ts'
import type { Values } from './project-sheet.ts'
import { useTypedKept } from './use-typed-kept.ts'
import { useWorkspace } from './workspace-context.ts'

export interface AddLineProps {
  /** Undefined adds an extra. */
  section: string | undefined
  text: string
  onClose: () => void
  onPasteTable: (text: string) => void
}

/** Adds lines one after the other: an item of the catalogue with its words and prices of now, or free text. */
export function AddLine({ section, text: first, onClose, onPasteTable }: AddLineProps) {
  const { store } = useWorkspace()
  const [text, setText] = useState(first)
  const [at, setAt] = useState(0)
  const [unpriced, setUnpriced] = useState<Required<ItemLine>>()
  const [rowId] = useState(() => crypto.randomUUID())
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const found = useFound(text)
  const isAsking = unpriced !== undefined
  useLayoutEffect(() => {
    if (!isAsking) input.current?.focus()
  }, [isAsking])
  const kind = section === undefined ? 'extras' : 'items'
  const kept = useTypedKept({
    keep: (values) => store.keepTyped(kind, rowId, newLine(kind, section ?? '', values)),
    drop: () => store.dropNew(rowId),
  })
  const close = () => {
    kept.drop()
    onClose()
  }
  const add = (values: Values) => {
    kept.drop()
    store.make(addRows(kind, [newLine(kind, section ?? '', values)]))
    setText('')
    setAt(0)
    setUnpriced(undefined)
  }
  const choose = async (choice: Choice | undefined) => {
    const typed = text.trim()
    if (choice !== undefined) {
      const { values, reason } = await frozenLine(choice.id, store.project.currency, kind)
      if (reason === undefined) add(values)
      else setUnpriced({ values, reason })
    } else if (typed !== '') add({ description: typed })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by !== undefined) setAt(Math.max(0, Math.min(at + by, found.length)))
    else if (event.key === 'Enter' && text.trim() !== '') void choose(found[at])
    else if (event.key === 'Escape' || event.key === 'Enter' || event.key === 'Tab') close()
    else return
    event.preventDefault()
  }
  const isOpen = text.trim() !== ''
  if (unpriced !== undefined) {
    const { reason, values } = unpriced
    const onPrice = (unitPrice: string) => add({ ...values, unitPrice })
    return <AskPrice reason={reason} currency={store.project.currency} onPrice={onPrice} onClose={close} />
  }
  return (
    <span className="absolute inset-0 z-10">
      <input
        ref={input}
        role="combobox"
        aria-label={section === undefined ? t('estimator.addExtra') : t('estimator.addLineTo', { section })}
        aria-expanded={isOpen}
        aria-controls={`${id}list`}
        aria-activedescendant={isOpen ? `${id}${at}` : undefined}
        aria-autocomplete="list"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          kept.later({ description: event.target.value })
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        // Who looks at another window comes back to it.
        onBlur={() => document.activeElement !== input.current && close()}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain')
          event.stopPropagation()
          if (!/[\t\n]/.test(pasted.trimEnd())) return
          event.preventDefault()
          onPasteTable(pasted)
        }}
        className="h-full w-full bg-surface px-2 text-13 text-text outline-2 -outline-offset-2 outline-focus max-md:min-h-11 max-md:text-16"
      />
      {isOpen && (
        <div
          id={`${id}list`}
          role="listbox"
          tabIndex={-1}
          aria-label={t('estimator.catalogue')}
          className="absolute start-0 top-full z-30 w-[min(560px,90vw)] rounded-panel border border-line bg-surface p-1 shadow-float"
        >
          {[...found, undefined].map((choice, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input above has the keys
            <div
              key={choice?.id ?? 'free'}
              id={`${id}${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              // The input stays in focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => void choose(choice)}
              className={`flex cursor-pointer gap-2 rounded-control px-2.5 py-1.5 text-13 max-md:min-h-11 ${index === at ? 'bg-surface-3' : ''}`}
            >
              {choice === undefined ? t('estimator.freeText', { text: text.trim() }) : <FoundItem choice={choice} />}
            </div>
          ))}
        </div>
      )}
    </span>
  )
}

function FoundItem({ choice: { label, sublabel } }: { choice: Choice }) {
  return (
    <>
      <span className="min-w-0 flex-1 truncate text-text">{label}</span>
      <span className="code shrink-0 text-12 text-text-3">{sublabel}</span>
    </>
  )
}

const SHOWN = 8

/** Items of the catalogue for what is typed; what was found before stays while more is on its way. */
function useFound(text: string): readonly Choice[] {
  const search = useDeferredValue(text.trim())
  const access = usePermission(itemMasters.calls.options)
  const query = useQuery({
    queryKey: ['resource', itemMasters.name, 'choices', 'line', search],
    queryFn: ({ signal }) => callApi(itemMasters.calls.options, { query: { search } }, { signal }),
    enabled: search !== '' && access.allowed,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  return search === '' ? [] : (query.data ?? []).slice(0, SHOWN)
}

async function frozenLine(id: string, currency: string, kind: 'items' | 'extras'): Promise<ItemLine> {
  return lineOfItem(await callApi(itemMasters.calls.get, { params: { id } }), currency, kind)
}
