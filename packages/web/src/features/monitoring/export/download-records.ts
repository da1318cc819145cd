import { api, type ExportFormat, RECORDS_HEADER } from '@packhouse/contract'
import { authorizedFetch } from '../../../lib/api-client.ts'
import { readProblem } from '../../../lib/api-error.ts'
import { toRequest } from '../../../lib/api-request.ts'
import { saveFile } from '../../../resource/download.ts'
import type { TimeSpan } from '../window/time-span.ts'

/** How far a download is. */
export interface Progress {
  bytes: number
  /** Records received so far; undefined where the format has no lines to count. */
  records: number | undefined
  /** Records that the whole file has. */
  total: number
}

interface Download {
  id: string
  format: ExportFormat
  span: TimeSpan
  signal: AbortSignal
  onProgress: (progress: Progress) => void
}

const LINE_END = 10

/** Hands the records of a stretch to the reader as a file. @throws ApiError; DOMException after an abort */
export async function downloadRecords({ id, format, span, signal, onProgress }: Download): Promise<void> {
  const query = { format, from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() }
  const response = await authorizedFetch(toRequest(api.exportRecords, { params: { id }, query }), { signal })
  if (!response.ok || response.body === null) throw await readProblem(response)
  const total = Number(response.headers.get(RECORDS_HEADER) ?? 0)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  // The first line of CSV names the columns.
  let lines = -1
  for await (const chunk of readAll(response.body)) {
    chunks.push(chunk)
    bytes += chunk.length
    for (const byte of chunk) if (byte === LINE_END) lines += 1
    onProgress({ bytes, records: format === 'csv' ? Math.max(0, lines) : undefined, total })
  }
  saveFile(new Blob(chunks), `${id}-records.${format}`)
}

async function* readAll(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
