import type { HandlersOf } from '../engine/handlers.ts'
import { readSent, readTable, type TableReaders } from '../engine/resource/csv/read-table.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import { importGrid } from './import-matrix.ts'

/** The matrix out of a file. */
export function importMatrixHandlers({
  cells,
  ...readers
}: TableReaders & {
  cells: ResourceStore
}): HandlersOf<'importCompatibilityMatrix'> {
  return {
    async importCompatibilityMatrix({ principal, query, request, reply }) {
      const stopped = new AbortController()
      reply.raw.once('close', () => reply.raw.writableFinished || stopped.abort())
      const { lines } = await readTable(await readSent(request), principal, readers)
      const { dryRun, revision, material } = query
      return await importGrid(cells, lines, { principal, dryRun, revision, material, signal: stopped.signal })
    },
  }
}
