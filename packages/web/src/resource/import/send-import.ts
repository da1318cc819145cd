import type { ImportAdjustments, ImportProgress, ImportReport, Resource } from '@packhouse/contract'
import { authorizedFetch } from '../../lib/api-client.ts'
import { readProblem } from '../../lib/api-error.ts'
import { toRequest } from '../../lib/api-request.ts'
import { callsAt, type ParentMount, parentParams } from '../registry.ts'
import { BrokenAnswer, readImportAnswer } from './import-answer.ts'
import { type ImportAct, UnreadableFile } from './import-failure.ts'
import { tableTypeOf } from './table-type.ts'

export interface SentImport {
  resource: Resource
  mount: ParentMount | undefined
  act: ImportAct
  /** As `readFile` gives them. */
  bytes: Blob
  /** What its reader has changed about the file. */
  adjustments: ImportAdjustments
  signal: AbortSignal
  onProgress: (progress: ImportProgress) => void
}

/**
 * Sends a file, to be checked or to be stored, and reports the progress.
 * @throws ApiError where the server refuses it, BrokenAnswer where the answer was cut off, TypeError where there was none
 */
export async function sendImport({
  resource,
  mount,
  act,
  bytes,
  adjustments,
  signal,
  onProgress,
}: SentImport): Promise<ImportReport> {
  const call = callsAt(resource, mount).import
  const query = { dryRun: String(act === 'check') }
  const form = new FormData()
  form.append('adjustments', JSON.stringify(adjustments))
  form.append('file', bytes, 'rows')
  const request = { ...toRequest(call, { params: parentParams(mount), query }), body: form }
  const headers = { accept: 'application/x-ndjson' }
  const response = await authorizedFetch(request, { headers, signal })
  if (!response.ok) throw await readProblem(response)
  if (!response.body) throw new BrokenAnswer()
  return await readImportAnswer(chunksOf(response.body), onProgress)
}

/** The bytes of a file as they are now, with their media type. @throws UnreadableFile where it has changed since it was chosen */
export async function readFile(file: File): Promise<Blob> {
  try {
    const bytes = await file.arrayBuffer()
    return new Blob([bytes], { type: tableTypeOf(new Uint8Array(bytes)) })
  } catch {
    throw new UnreadableFile()
  }
}

/** Not every browser can iterate over a stream by itself. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    reader.releaseLock()
  }
}
