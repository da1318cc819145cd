import { IngestTaken } from './ingest-session.ts'

/** What is wrong, for people who look at the health of the product. */
export function wordsFor(error: Error): string {
  if (error instanceof IngestTaken) return error.message
  // SQLSTATE class 28, invalid authorization specification.
  if (/^28/.test((error as { code?: string }).code ?? ''))
    return 'The database does not let the product in: its password or its rights were changed; records wait.'
  return 'The database cannot be reached; records wait.'
}
