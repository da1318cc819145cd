import { api, type CallInput, type PdfJob, REPLACED_HEADER } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { authorizedFetch, callApi } from '../../lib/api-client.ts'
import { readProblem } from '../../lib/api-error.ts'
import { toRequest } from '../../lib/api-request.ts'
import { locale } from '../../lib/language/page-language.ts'
import { saveFile } from '../../resource/download.ts'

const ASK_EVERY_MS = 1_000
const ACCEPTED = 202

/** What is made: the type or the template, the record, and what can be chosen beside it. */
export type DocumentRequest = CallInput<typeof api.generatePdf>['body']

export interface MakeDocumentOptions {
  signal?: AbortSignal | undefined
  /** Hears how many documents are rendered before it, where it takes longer. */
  onWaiting?: (job: PdfJob) => void
}

export interface MadeDocument {
  isTagged: boolean
  /** Characters that no font has; a replacement character is shown instead. */
  replaced: readonly string[]
}

/**
 * Makes a document in the language of the page and hands it to the reader as a file. One that takes longer is waited for.
 * @returns whether screen readers can read it, and the characters that no font has
 * @throws ApiError with what is wrong; Error with the reason where it could not be rendered; DOMException after an abort
 */
export async function makeDocument(
  request: DocumentRequest,
  { signal, onWaiting }: MakeDocumentOptions = {},
): Promise<MadeDocument> {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const response = await send(toRequest(api.generatePdf, { body: { locale, timeZone, ...request } }), signal)
  if (response.status !== ACCEPTED) return await save(response)
  const { jobId } = (await response.json()) as { jobId: string }
  await jobOf(jobId, signal, onWaiting)
  return await save(await send(toRequest(api.pdfJobFile, { params: { id: jobId } }), signal))
}

async function send(request: ReturnType<typeof toRequest>, signal: AbortSignal | undefined): Promise<Response> {
  const response = await authorizedFetch(request, { signal })
  if (!response.ok) throw await readProblem(response)
  return response
}

/** Asks until the document is ready. */
async function jobOf(id: string, signal: AbortSignal | undefined, onWaiting: MakeDocumentOptions['onWaiting']) {
  for (;;) {
    const job = await callApi(api.pdfJob, { params: { id } }, { signal })
    if (job.state === 'ready') return
    if (job.state === 'failed') throw new Error(job.reason ?? t('documents.couldNotBeRendered'))
    onWaiting?.(job)
    await pause(signal)
  }
}

function pause(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ASK_EVERY_MS)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Whether screen readers can read a document that came: long ones have no tags. */
export function hasTags(response: Response): boolean {
  return response.headers.get('x-pdf-standard') === 'PDF/UA-1'
}

async function save(response: Response): Promise<MadeDocument> {
  saveFile(await response.blob(), fileNameOf(response.headers.get('content-disposition')))
  const replaced = [...decodeURIComponent(response.headers.get(REPLACED_HEADER) ?? '')]
  return { isTagged: hasTags(response), replaced }
}

/** The name after RFC 6266 that the server gives a file. */
export function fileNameOf(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  return encoded === undefined ? 'document.pdf' : decodeURIComponent(encoded)
}
