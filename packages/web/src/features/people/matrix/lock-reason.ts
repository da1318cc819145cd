import { t } from '@packhouse/messages'

/** What decides whether the reader may change a cell. */
export interface CellRights {
  /** Why nothing here can be changed; undefined for who may change roles. */
  readOnly: string | undefined
  /** The reader's own permissions. */
  own: ReadonlySet<string>
}

export interface LockedCell {
  permission: string
  isSystem: boolean
  /** Whether the role has it, and whether it is to have it. */
  held: boolean
  wanted: boolean
}

/** Why a cell cannot be changed, in words; undefined where it can. What is held can be taken, and what is changed set back. */
export function lockReason({ readOnly, own }: CellRights, cell: LockedCell): string | undefined {
  if (cell.isSystem) return t('people.thisRoleBelongsToTheProduct')
  if (readOnly !== undefined) return readOnly
  if (cell.held || cell.wanted || own.has(cell.permission)) return undefined
  return t('people.youCannotGiveBecauseYouMay', { permission: cell.permission })
}
