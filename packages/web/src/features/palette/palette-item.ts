import { resources } from '@packhouse/contract'

/** What people look for most; the other resources follow as they are declared. */
const leading = [
  'screen',
  'action',
  'machine',
  'customer',
  'supplier',
  'contact',
  'location',
  'licence',
  'country',
  'user',
] as const

/** `screen`, `action`, or the name of a resource. */
export type ItemKind = string

/** Kinds of entries, in the order in which their groups stand. */
export const itemKinds: readonly ItemKind[] = [...new Set([...leading, ...resources.map(({ name }) => name)])]

/** Something the palette can open. */
export interface PaletteItem {
  /** Unique over all kinds, the same from one day to the next: `customer:<id>`. */
  key: string
  kind: ItemKind
  label: string
  sublabel?: string | undefined
  /** Path, query and hash; of another page of this origin where `newTab` is set. */
  href: string
  newTab?: boolean
  /** Whether a machine's data are fresh; null while it has never published. Only machines say it. */
  online?: boolean | null
  onOrder?: boolean
  /** The words the server found it by: it may have looked where the entry shows nothing, such as a tax number. */
  foundBy?: string
}
