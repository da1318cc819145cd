import { itemKinds, type PaletteItem } from './palette-item.ts'

const storageKey = 'packhouse-palette-recent'
const LIMIT = 6

type Store = Pick<Storage, 'getItem' | 'setItem'>

/** What somebody chose last, newest first. Each user has an own list: a browser may have several. */
export function recentChoices(userId: string, storage: Store = localStorage): PaletteItem[] {
  const stored = read(storage)
  return stored.userId === userId ? stored.items : []
}

/** Puts a choice first. A storage that is full or closed is no reason to keep anybody from a page. */
export function rememberChoice(userId: string, item: PaletteItem, storage: Store = localStorage): void {
  // How it was found and whether it runs is not true for long.
  const { foundBy: _foundBy, online: _online, onOrder: _onOrder, ...lasting } = item
  const others = recentChoices(userId, storage).filter(({ key }) => key !== item.key)
  try {
    storage.setItem(storageKey, JSON.stringify({ userId, items: [lasting, ...others].slice(0, LIMIT) }))
  } catch {
    // It is then forgotten.
  }
}

function read(storage: Store): { userId?: unknown; items: PaletteItem[] } {
  try {
    const { userId, items } = Object(JSON.parse(storage.getItem(storageKey) ?? '{}'))
    return { userId, items: Array.isArray(items) ? items.filter(isItem) : [] }
  } catch {
    return { items: [] }
  }
}

/** The storage may contain anything; an address of another origin must not. */
function isItem(value: unknown): value is PaletteItem {
  const { key, kind, label, href } = Object(value)
  if (typeof key !== 'string' || typeof label !== 'string' || !itemKinds.includes(kind)) return false
  return typeof href === 'string' && /^\/(?![/\\])/.test(href)
}
