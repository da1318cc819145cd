import { isNames, useStored } from '../../../resource/stored.ts'

export interface Folding {
  /** The names of the groups whose permissions are not shown. */
  folded: ReadonlySet<string>
  /** Folds a group, or shows its permissions again. */
  toggle: (group: string) => void
}

const none: readonly string[] = []

/** Which groups of permissions are folded, remembered in the reader's account. */
export function useFolded(): Folding {
  const [names, keep] = useStored('people.permissions.folded', none, isNames)
  return {
    folded: new Set(names),
    toggle: (group) => keep(names.includes(group) ? names.filter((name) => name !== group) : [...names, group]),
  }
}
