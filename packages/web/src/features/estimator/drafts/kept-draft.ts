import { isSame } from '../../../resource/form-values.ts'

/** How long a draft is offered, how many there are of one person, and how long the text of one may be. */
const MAX_AGE_MS = 30 * 24 * 3_600_000
export const MAX_DRAFTS = 1_000
export const MAX_DRAFT_LENGTH = 50_000

/** The place of a row that the server has not made yet: what is kept there is all that it holds. */
export const NEW_ROW = '/new'

/** What answers are kept under: they stand in their own field again, and are no part of the project. */
export const QUESTION = 'quoteQuestion'

interface KeptRow {
  id: string
}

/** A project with all rows that it consists of. */
export interface ProjectRows extends KeptRow {
  items: readonly KeptRow[]
  extras: readonly KeptRow[]
  deliveries: readonly KeptRow[]
  commissioning: readonly KeptRow[]
  media: readonly KeptRow[]
}

/** What somebody has typed in a field of a project or of a part of it, and has not saved yet. */
export interface Edit {
  /** The name of the resource, such as `projectItem`. */
  resource: string
  rowId: string
  field: string
  /** The version of the row that was typed into, and what its field held. */
  rowVersion: number
  base: unknown
  mine: unknown
}

export interface KeptDraft extends Edit {
  projectId: string
  /** When it was typed, Unix ms. */
  at: number
  /** The token of the edit lock under which it was typed; undefined where there was none any more. */
  token: string | undefined
}

/** A draft beside what the server has now. */
export interface KeptDifference extends KeptDraft {
  theirs: unknown
  /** Whether somebody else has changed the field since. */
  isChanged: boolean
  /** Whether the row was removed; then it can only be read. */
  isGone: boolean
}

/** The path by which a draft is stored; a later one of the same field takes its place. */
export function pathOf(userId: string, { projectId, rowId, field }: Pick<KeptDraft, 'projectId' | 'rowId' | 'field'>) {
  return `${startOf(userId, projectId)}${rowId}/${field}`
}

export function startOf(userId: string, projectId: string): string {
  return `draft/${userId}/${projectId}/`
}

/** Those that are still offered: not too old, and of too many the newest. */
export function offered(drafts: readonly KeptDraft[], now: number): KeptDraft[] {
  const young = drafts.filter(({ at }) => now - at <= MAX_AGE_MS)
  return young.toSorted((one, other) => other.at - one.at).slice(0, MAX_DRAFTS)
}

/** Compares drafts with the project as it is now, field by field, oldest first; what it has by now is left out. */
export function differencesOf(drafts: readonly KeptDraft[], project: ProjectRows): KeptDifference[] {
  const rows = rowsOf(project)
  return drafts
    .filter(({ resource }) => resource !== QUESTION)
    .filter(({ field, rowId }) => field !== NEW_ROW || !rows.has(rowId))
    .map((draft) => {
      const row = rows.get(draft.rowId)
      const theirs = new Map<string, unknown>(Object.entries(row ?? {})).get(draft.field)
      if (draft.field === NEW_ROW) return { ...draft, theirs, isGone: false, isChanged: false }
      return { ...draft, theirs, isGone: row === undefined, isChanged: !isSame(draft.base, theirs) }
    })
    .filter(({ mine, theirs }) => !isSame(mine, theirs))
    .toSorted((one, other) => one.at - other.at)
}

/** The project and all rows that it consists of, by id. */
export function rowsOf(project: ProjectRows): Map<string, KeptRow> {
  const { items, extras, deliveries, commissioning, media } = project
  const rows = [project, ...items, ...extras, ...deliveries, ...commissioning, ...media]
  return new Map(rows.map((row) => [row.id, row]))
}
