import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { alongText } from '../../lib/language/reading-direction.ts'
import { areaKey, entryIn } from './area-keys.ts'

/** How long the pointer has to rest on an area before its menu opens, or to be away before that menu closes; milliseconds. */
const REST_MS = 150

interface Open {
  area: string
  /** One that a resting pointer opened closes when the pointer leaves; one that was asked for stays. */
  by: 'press' | 'rest'
  /** The entry that takes the focus. */
  focus?: 'first' | 'last'
}

export interface AreaMenuState {
  isOpen: boolean
  press: (way: 'pointer' | 'keyboard') => void
  rest: () => void
  leave: () => void
  close: () => void
}

export interface AreaMenus {
  navigation: RefObject<HTMLElement | null>
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  menuOf: (area: string) => AreaMenuState
}

/** The menus of the top bar, one open at a time: by a press, Enter or Down, or by resting the pointer. */
export function useAreaMenus(pathname: string): AreaMenus {
  const navigation = useRef<HTMLElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [open, setOpen] = useState<Open>()
  const show = (next: Open | undefined) => {
    clearTimeout(timer.current)
    setOpen(next)
  }
  const later = (change: (shown: Open | undefined) => Open | undefined) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(change), REST_MS)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever comes to another screen has chosen
  useEffect(() => setOpen(undefined), [pathname])
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (open?.focus) entryIn(navigation.current, open.area, open.focus)?.focus()
  }, [open])
  useClosing(navigation, open !== undefined, () => show(undefined))
  const menuOf = (area: string): AreaMenuState => ({
    isOpen: open?.area === area,
    press(way) {
      if (open?.area === area && open.by === 'press') show(undefined)
      else show({ area, by: 'press', ...(way === 'keyboard' ? { focus: 'first' } : {}) })
    },
    rest: () => later((shown) => (shown?.by === 'press' ? shown : { area, by: 'rest' })),
    leave: () => later((shown) => (shown?.area === area && shown.by === 'rest' ? undefined : shown)),
    close: () => setOpen((shown) => (shown?.area === area ? undefined : shown)),
  })
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const act = areaKey(alongText(event.key), event.target as HTMLElement, event.currentTarget)
    if (act === undefined) return
    event.preventDefault()
    if ('open' in act) return show({ area: act.open, by: 'press', focus: act.focus })
    act.goTo.focus()
    // Whoever walks along the bar with a menu open sees the menu of each area.
    if (act.area !== undefined && open !== undefined)
      show(act.area === '' ? undefined : { area: act.area, by: 'press' })
  }
  return { navigation, onKeyDown, menuOf }
}

/** Escape closes the menu and returns to its button, a press elsewhere only closes it. */
function useClosing(navigation: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!isOpen) return
    const listening = new AbortController()
    const onEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // The menu is the topmost: what lies below it stays open.
      event.preventDefault()
      event.stopPropagation()
      const bar = navigation.current
      if (bar?.contains(document.activeElement)) bar.querySelector<HTMLElement>('[aria-expanded=true]')?.focus()
      latest.current()
    }
    const press = ({ target }: PointerEvent) => {
      if (target instanceof Node && !navigation.current?.contains(target)) latest.current()
    }
    document.addEventListener('keydown', onEscape, { capture: true, signal: listening.signal })
    document.addEventListener('pointerdown', press, { signal: listening.signal })
    return () => listening.abort()
  }, [isOpen, navigation])
}
