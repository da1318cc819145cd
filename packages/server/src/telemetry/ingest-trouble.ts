import { IngestTaken } from './ingest-session.ts'

/** SQLSTATE disk_full. */
const DISK_FULL = '53100'

/** What is wrong and what to do, for whoever looks at the health of the product. */
export function wordsFor(error: Error): string {
  if (error instanceof IngestTaken) return error.message
  if ((error as { code?: string }).code === DISK_FULL)
    return 'The disk of the database is full; records wait. Make room, and they are stored.'
  return 'The database cannot be reached; records wait.'
}

/** SQLSTATE classes 22 (data exception) and 23 (constraint violation): repeating cannot help. */
export function isDataError(error: unknown): boolean {
  return /^2[23]/.test((error as { code?: string }).code ?? '')
}
