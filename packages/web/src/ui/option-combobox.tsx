import { Combobox } from '@base-ui/react/combobox'
import { t } from '@packhouse/messages'
import { type ReactNode, type Ref, useEffect, useMemo, useRef, useState } from 'react'
import { plainText } from '../lib/format/plain-text.ts'
import { classNames } from './class-names.ts'
import { ChevronDownIcon, CrossIcon } from './icons.tsx'
import { bestFirst } from './option-order.ts'
import { CheckIcon } from './tool-icons.tsx'

/** Something that can be chosen: what is sent, and how people know it. */
export interface Option {
  value: string
  label: string
  sublabel?: string | undefined
}

export interface OptionComboboxProps {
  options: readonly Option[]
  value: string
  /** The option of the value, where it may not be among the options. */
  chosen?: Option | undefined
  /** Where the server looks for what is typed. */
  remote?: RemoteSearch | undefined
  onChange: (value: string) => void
  onBlur?: () => void
  /** Offered below the options for a name that none of them has. */
  create?: { label: (typed: string) => string; run: (typed: string) => void }
  /** What the empty field says. */
  placeholder?: string
  disabled?: boolean
  /** Whether it can be emptied again. */
  clearable?: boolean
  inputClassName: string
  inputRef?: Ref<HTMLInputElement>
  /** Attributes of the input: its id and what describes it. */
  attributes?: Record<string, unknown>
}

export interface RemoteSearch {
  onType: (typed: string) => void
  isSearching: boolean
  /** Whether the options are the first of all, and not what was looked for. */
  isFirst: boolean
}

/** More are not drawn: who has thousands to choose from types a few letters. */
const SHOWN = 100

/** Stands for what is not there yet among the options. */
const CREATE = ' create'

const sideButton = 'grid h-full w-7 place-items-center text-text-2 hover:text-text max-md:w-11'

/** A choice of one from many, found by typing a part of its name. */
export function OptionCombobox(props: OptionComboboxProps) {
  const { options, value, onChange, remote, create, disabled = false, clearable = true } = props
  // The list opens beside its field: it stays in the reading order and above a drawer.
  const place = useRef<HTMLDivElement>(null)
  const { chosen: given } = props
  const chosen = useMemo(() => given ?? findOption(options, value), [given, options, value])
  const [typed, setTyped] = useState('')
  const held = useHeld(chosen, typed !== '')
  const isNew =
    create !== undefined && typed !== '' && !options.some(({ label }) => plainText(label) === plainText(typed))
  // What the server has found comes in its order.
  const ordered = useMemo(() => (remote ? options : bestFirst(options, typed)), [remote, options, typed])
  const items = isNew ? [...ordered, { value: CREATE, label: create.label(typed) }] : ordered
  return (
    <Combobox.Root<Option>
      items={items}
      value={held}
      onValueChange={(option) => (option?.value === CREATE ? create?.run(typed) : onChange(option?.value ?? ''))}
      itemToStringLabel={(option) => option.label}
      isItemEqualToValue={(one, other) => one.value === other.value}
      // What the server has found matches, though perhaps in something that is not shown.
      filter={remote && !remote.isSearching ? null : isOffered}
      onInputValueChange={(text, { reason }) => {
        const next = reason === 'input-change' ? text : ''
        setTyped(next.trim())
        remote?.onType(next)
      }}
      limit={SHOWN}
      autoHighlight
      disabled={disabled}
    >
      <div ref={place} className="relative">
        <Combobox.Input
          {...props.attributes}
          ref={props.inputRef}
          placeholder={props.placeholder}
          onBlur={props.onBlur}
          onKeyDown={(event) => {
            // With its list closed the combobox would take the Escape for a wish to be emptied.
            const isOpen = event.currentTarget.getAttribute('aria-expanded') === 'true'
            if (event.key === 'Escape' && !isOpen) event.preventBaseUIHandler()
            // Whoever presses Enter in an open list means the list: where nothing matches, the form must not be sent without it.
            if (event.key === 'Enter' && isOpen) event.preventDefault()
          }}
          className={classNames(props.inputClassName, clearable ? 'pe-14' : 'pe-8', 'truncate')}
        />
        <div className="absolute inset-y-px end-px flex items-center">
          {clearable && (
            <Combobox.Clear aria-label={t('general.clear')} className={sideButton}>
              <CrossIcon size={12} />
            </Combobox.Clear>
          )}
          <Combobox.Trigger aria-label={t('ui.showChoices')} className={sideButton} tabIndex={-1}>
            <ChevronDownIcon size={14} />
          </Combobox.Trigger>
        </div>
        <OptionList place={place} note={noteOf(remote)} />
      </div>
    </Combobox.Root>
  )
}

/**
 * What is chosen, as the same object as long as it is the same. The library writes the label of another object into the field, over what somebody
 * types meanwhile; so a label that comes late waits until nothing is typed.
 */
function useHeld(chosen: Option | null, isTyping: boolean): Option | null {
  const [held, setHeld] = useState(chosen)
  const isOther = held?.value !== chosen?.value
  const looksOther = held?.label !== chosen?.label || held?.sublabel !== chosen?.sublabel
  if (!isOther && (isTyping || !looksOther)) return held
  setHeld(chosen)
  return chosen
}

/** The hidden buttons that close an open list are named in English by the library, which takes no other name. */
function NamedDismissButtons({ place }: { place: React.RefObject<HTMLDivElement | null> }) {
  useEffect(() => {
    for (const button of place.current?.querySelectorAll('[aria-label=Dismiss]') ?? []) {
      button.setAttribute('aria-label', t('general.close'))
    }
  })
  return null
}

function OptionList({ place, note }: { place: React.RefObject<HTMLDivElement | null>; note: string | undefined }) {
  return (
    <Combobox.Portal container={place}>
      <Combobox.Positioner sideOffset={4} collisionPadding={8} className="z-60 outline-none">
        <Combobox.Popup className="max-h-[min(320px,var(--available-height))] max-w-[calc(100vw-16px)] min-w-[max(var(--anchor-width),200px)] overflow-y-auto rounded-panel border border-line bg-surface p-1 text-text shadow-float outline-none">
          <Combobox.Empty className="px-2.5 py-2 text-13 text-text-2 empty:hidden">
            {note ?? t('ui.nothingMatchesCheckTheSpelling')}
          </Combobox.Empty>
          <Combobox.Status className="px-2.5 py-1.5 text-12 text-text-2 empty:hidden">{note}</Combobox.Status>
          <Combobox.List>{(option: Option) => <OptionItem key={option.value} option={option} />}</Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
      <NamedDismissButtons place={place} />
    </Combobox.Portal>
  )
}

function OptionItem({ option }: { option: Option }): ReactNode {
  return (
    <Combobox.Item
      value={option}
      className="flex cursor-pointer items-center gap-2 rounded-control px-2.5 py-1.5 text-13 outline-none data-highlighted:bg-surface-3 data-selected:font-[550] max-md:min-h-11"
    >
      <span className={option.sublabel ? 'max-w-3/5 shrink-0 truncate' : 'min-w-0 wrap-anywhere'}>{option.label}</span>
      {option.sublabel && <span className="code min-w-0 truncate text-12 text-text-3">{option.sublabel}</span>}
      <span className="flex-1" />
      <Combobox.ItemIndicator>
        <CheckIcon size={14} />
      </Combobox.ItemIndicator>
    </Combobox.Item>
  )
}

function noteOf(remote: RemoteSearch | undefined): string | undefined {
  if (!remote) return undefined
  if (remote.isSearching) return t('ui.searching')
  return remote.isFirst ? t('ui.theFirstOnesTypeToFind') : undefined
}

/** A value that is no longer among the choices is still shown. */
function findOption(options: readonly Option[], value: string): Option | null {
  if (value === '') return null
  return options.find((option) => option.value === value) ?? { value, label: options.length > 0 ? value : '' }
}

function isOffered(option: Option, query: string): boolean {
  return option.value === CREATE || matches(option, query)
}

function matches({ label, sublabel }: Option, query: string): boolean {
  const text = plainText(`${label} ${sublabel ?? ''}`)
  return plainText(query)
    .split(/\s+/)
    .every((word) => text.includes(word))
}
