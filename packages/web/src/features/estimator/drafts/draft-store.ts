import { tokens } from '../../../lib/api-client.ts'
import { readFromDevice, removeFromDevice, storeOnDevice } from '../../../lib/device-store.ts'
import { type KeptDraft, MAX_DRAFT_LENGTH, offered, pathOf, startOf } from './kept-draft.ts'

/**
 * Stores a draft on this device.
 * @returns whether it is stored: not where it is too long, nobody is signed in any more, or the browser has no room
 */
export async function storeDraft(userId: string, draft: KeptDraft): Promise<boolean> {
  // A tab in which somebody types on after having signed out in another must not bring costs back.
  if (tokens.access() === null || JSON.stringify(draft).length > MAX_DRAFT_LENGTH) return false
  return await storeOnDevice(pathOf(userId, draft), draft).then(
    () => true,
    () => false,
  )
}

export async function removeDrafts(
  userId: string,
  drafts: readonly Pick<KeptDraft, 'projectId' | 'rowId' | 'field'>[],
): Promise<void> {
  await removeFromDevice(drafts.map((draft) => pathOf(userId, draft))).catch(() => undefined)
}

/** The drafts of somebody in a project. Those that are too old or too many, and those of other people, are removed. */
export async function readDrafts(userId: string, projectId: string, now: number): Promise<KeptDraft[]> {
  const stored = await readFromDevice('draft/').catch(() => [])
  const own = stored.flatMap(({ path, value }) => {
    return isDraft(value) && path === pathOf(userId, value) ? [value] : []
  })
  const kept = offered(own, now)
  const paths = new Set(kept.map((draft) => pathOf(userId, draft)))
  await removeFromDevice(stored.map(({ path }) => path).filter((path) => !paths.has(path))).catch(() => undefined)
  return kept.filter((draft) => pathOf(userId, draft).startsWith(startOf(userId, projectId)))
}

/** Another version of the page may have stored something else. */
function isDraft(value: unknown): value is KeptDraft {
  if (typeof value !== 'object' || value === null) return false
  const { projectId, resource, rowId, field, rowVersion, at }: Partial<KeptDraft> = value
  const isNamed = [projectId, resource, rowId, field].every((one) => typeof one === 'string')
  return isNamed && typeof rowVersion === 'number' && typeof at === 'number'
}
