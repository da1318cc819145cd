import { createHash } from 'node:crypto'
import { commercialContent, projectMedia, projects } from '@packhouse/contract'
import { withFiles } from '../../engine/resource/versions/version-files.ts'
import type { Transaction } from '../../platform/database.ts'
import { readPriced, readRows } from '../pricing/read-priced-project.ts'

/** A project with all that it consists of, costs included: worked with and never answered as it is. */
export async function readWholeProject(db: Transaction, id: string) {
  const project = await readPriced(db, id)
  if (project === undefined) return undefined
  return await withFiles(db, projects, { ...project, media: await readRows(db, projectMedia, 'projectId', id) })
}

/** The drawings, photos and documents of a project, with their files. */
export async function readMedia(db: Transaction, id: string) {
  const { media } = await withFiles(db, projects, { id, media: await readRows(db, projectMedia, 'projectId', id) })
  return media
}

export type WholeProject = NonNullable<Awaited<ReturnType<typeof readWholeProject>>>

/** SHA-256 of what a project offers. That with costs is answered to nobody. */
export function contentHash(snapshot: Record<string, unknown>, costs: 'withCosts' | 'withoutCosts'): string {
  return createHash('sha256').update(commercialContent(snapshot, costs)).digest('hex')
}
