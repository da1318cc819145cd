/** What a key does in the top bar: opens the menu of an area, or moves the focus, along the bar to an area with a name or ''. */
export type AreaAct = { open: string; focus: 'first' | 'last' } | { goTo: HTMLElement; area?: string }

/** Arrow keys go along the bar, into a menu, and up and down within it; Home and End to its ends. */
export function areaKey(key: string, from: HTMLElement, bar: HTMLElement): AreaAct | undefined {
  if (key === 'ArrowLeft' || key === 'ArrowRight') return along(from, bar, key === 'ArrowRight' ? 1 : -1)
  const area = from.dataset.menu
  if (area === undefined) return within(key, from)
  if (key === 'ArrowDown') return { open: area, focus: 'first' }
  return key === 'ArrowUp' ? { open: area, focus: 'last' } : undefined
}

/** The first or last entry in the menu of an area. */
export function entryIn(bar: HTMLElement | null, area: string, which: 'first' | 'last'): HTMLElement | undefined {
  const button = [...(bar?.querySelectorAll<HTMLElement>('[data-menu]') ?? [])].find(
    ({ dataset }) => dataset.menu === area,
  )
  return entriesOf(button?.parentElement).at(which === 'first' ? 0 : -1)
}

function along(from: HTMLElement, bar: HTMLElement, step: 1 | -1): AreaAct | undefined {
  const entries = [...bar.querySelectorAll<HTMLElement>('[data-entry]')]
  // A menu is beside its button, in a place of their own.
  const at = entries.findIndex(
    (entry) => entry === from || (entry.dataset.menu !== undefined && entry.parentElement?.contains(from)),
  )
  const goTo = entries[(at + step + entries.length) % entries.length]
  return goTo && { goTo, area: goTo.dataset.menu ?? '' }
}

function within(key: string, from: HTMLElement): AreaAct | undefined {
  // Entries of a menu may be in groups.
  const entries = entriesOf(from.closest<HTMLElement>('[role=menu]'))
  const at = entries.indexOf(from)
  if (at < 0) return undefined
  const places: Partial<Record<string, number>> = {
    Home: 0,
    End: -1,
    ArrowDown: (at + 1) % entries.length,
    ArrowUp: at - 1,
  }
  const place = places[key]
  const goTo = place === undefined ? undefined : entries.at(place)
  return goTo && { goTo }
}

function entriesOf(place: HTMLElement | null | undefined): HTMLElement[] {
  return [...(place?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
}
