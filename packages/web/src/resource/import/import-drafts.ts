import type { ImportAdjustments, ImportReport } from '@packhouse/contract'
import type { FileChanges } from './import-adjustments.ts'
import type { ImportFailure } from './import-failure.ts'

/** How far somebody is with a file. */
export interface ImportDraft extends FileChanges {
  file: File
  /** Why the last attempt came to nothing. */
  failure?: ImportFailure
  /** What a check found, and the very bytes and adjustments it looked at: these are what is stored then. */
  checked?: CheckedFile
  /** What has been stored in the end. */
  stored?: ImportReport
}

export interface CheckedFile {
  bytes: Blob
  adjustments: ImportAdjustments
  report: ImportReport
}

const drafts = new Map<string, ImportDraft>()
const listeners = new Set<() => void>()

/** A list and its reader, so that users never see each other's files. */
export function draftKey(
  userId: string,
  resource: string,
  mount: { path: string; parentId: string } | undefined,
): string {
  return [userId, resource, mount?.path ?? '', mount?.parentId ?? ''].join(' ')
}

/** The draft of a list. It outlives its screen, so that a chosen file is still there after a sign-out in the middle. */
export function draftOf(key: string): ImportDraft | undefined {
  return drafts.get(key)
}

export function keepDraft(key: string, draft: ImportDraft | undefined): void {
  if (draft) drafts.set(key, draft)
  else drafts.delete(key)
  for (const listener of listeners) listener()
}

export function subscribeToDrafts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
