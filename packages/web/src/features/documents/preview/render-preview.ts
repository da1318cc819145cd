import { api, type SourcePlace, type TemplateFault, WARNINGS_HEADER } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { authorizedFetch, callApi } from '../../../lib/api-client.ts'
import { ApiError, readProblem } from '../../../lib/api-error.ts'
import { toRequest } from '../../../lib/api-request.ts'
import { hasTags } from '../make-document.ts'
import type { Template } from '../template.ts'

/** What a preview is made of. */
export interface PreviewInput {
  templateId: string
  type: Template['type']
  source: string
  /** Sources that are not saved yet, by the names of their partials. */
  partials: Record<string, string>
  pageSize: Template['pageSize']
  /** Of the record whose data is shown; undefined for the sample. */
  id: string | undefined
  /** What the type takes beside the record. */
  parameters: Record<string, string>
}

/** A preview, or why it failed: faults with their places, or a reason that has no place. */
export type PreviewAnswer =
  | { pdf: Uint8Array; tookMs: number; isTagged: boolean; warnings: readonly TemplateFault[] }
  | { faults: readonly TemplateFault[] }
  | { failure: string }

/** Renders a draft. Never rejects: what went wrong is an answer. */
export async function renderPreview(input: PreviewInput): Promise<PreviewAnswer> {
  if (input.source.trim() === '') return { failure: t('documents.sourceIsEmpty') }
  const startedAt = performance.now()
  try {
    const response = await authorizedFetch(toRequest(api.previewTemplate, { body: input }))
    if (!response.ok) return refusalOf(await readProblem(response))
    const isTagged = hasTags(response)
    const warnings = JSON.parse(decodeURIComponent(response.headers.get(WARNINGS_HEADER) ?? '[]')) as TemplateFault[]
    const pdf = new Uint8Array(await response.arrayBuffer())
    return { pdf, tookMs: Math.round(performance.now() - startedAt), isTagged, warnings }
  } catch (error) {
    return refusalOf(error)
  }
}

/** Where the blocks of a draft are in its preview. Nowhere where nobody can tell: the preview is worth as much without. */
export async function findPlaces(input: PreviewInput): Promise<{ pages: number; places: SourcePlace[] }> {
  return await callApi(api.previewPlaces, { body: input }).catch(() => ({ pages: 0, places: [] }))
}

/** What a refusal says of the draft. */
export function refusalOf(error: unknown): Exclude<PreviewAnswer, { pdf: Uint8Array }> {
  if (!(error instanceof ApiError)) return { failure: t('resource.theServerCouldNotBeReachedCheck') }
  return error.faults.length > 0 ? { faults: error.faults } : { failure: error.message }
}
