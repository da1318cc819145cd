import { t } from '@packhouse/messages'
import {
  type ComponentType,
  type Dispatch,
  type RefObject,
  type SetStateAction,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { SearchIcon } from '../../ui/icons.tsx'

export interface PaletteProps {
  /** What was typed since it was asked for. */
  typed: RefObject<string>
  onClose: () => void
}

/** The command palette as the bar knows it: code that comes when somebody asks for it. */
export interface LazyPalette {
  Palette: ComponentType<PaletteProps>
  preload: () => Promise<unknown>
}

// On a Mac, Ctrl-K deletes to the end of the line; there the key is Command.
const isMac = /^(Mac|iP)/.test(navigator.platform)

function isPaletteKey(event: KeyboardEvent): boolean {
  const held = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
  return held && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k'
}

export interface PaletteOpenerProps {
  palette: LazyPalette
  open: boolean
  onOpenChange: Dispatch<SetStateAction<boolean>>
}

/** The button that opens the palette, and the key that does so from anywhere. */
export function PaletteOpener({ palette: { Palette, preload }, open, onOpenChange }: PaletteOpenerProps) {
  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return
      event.preventDefault()
      onOpenChange((shown) => !shown)
    }
    document.addEventListener('keydown', toggle)
    return () => document.removeEventListener('keydown', toggle)
  }, [onOpenChange])
  const typed = useRef('')
  const onClose = () => onOpenChange(false)
  return (
    <>
      <OpenButton onOpen={() => onOpenChange(true)} onReach={() => void preload()} />
      <Suspense fallback={<Typeahead typed={typed} onClose={onClose} />}>
        {open && <Palette typed={typed} onClose={onClose} />}
      </Suspense>
    </>
  )
}

/** Until the code of the palette is here, keys go to it and not to the screen behind. */
function Typeahead({ typed, onClose }: PaletteProps) {
  // Ends in the moment in which the palette appears: a later end would take keys from its field.
  useLayoutEffect(() => {
    const take = (event: KeyboardEvent) => {
      const { key } = event
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (key === 'Escape') {
        typed.current = ''
        onClose()
      } else if (key === 'Backspace') typed.current = typed.current.slice(0, -1)
      else if (key.length === 1) typed.current += key
      else if (key !== 'Enter') return
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('keydown', take, true)
    return () => document.removeEventListener('keydown', take, true)
  })
  return null
}

function OpenButton({ onOpen, onReach }: { onOpen: () => void; onReach: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
      className="flex h-9 items-center gap-2 rounded-control border border-on-bar/20 px-2.5 text-13 text-on-bar-2 transition-colors hover:bg-on-bar/10 hover:text-on-bar max-xl:border-transparent max-md:size-11 max-md:justify-center"
      onClick={onOpen}
      onPointerEnter={onReach}
      onFocus={onReach}
    >
      <SearchIcon />
      <span className="max-xl:sr-only">{t('shell.search')}</span>
      <kbd className="rounded-control border border-on-bar/30 px-1.5 font-sans text-11 leading-[18px] font-[550] max-xl:sr-only">
        {isMac ? '⌘ K' : t('ui.keyWithCtrl', { key: 'K' })}
      </kbd>
    </button>
  )
}
