import { api, type TemplateFault } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { authorizedFetch } from '../../../lib/api-client.ts'
import { ApiError, readProblem } from '../../../lib/api-error.ts'
import { toRequest } from '../../../lib/api-request.ts'
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
  | { pdf: Uint8Array; tookMs: number }
  | { faults: readonly TemplateFault[] }
  | { failure: string }

/** Renders a draft. Never rejects: what went wrong is an answer. */
export async function renderPreview(input: PreviewInput): Promise<PreviewAnswer> {
  if (input.source.trim() === '') return { failure: t('documents.sourceIsEmpty') }
  const startedAt = performance.now()
  try {
    const response = await authorizedFetch(toRequest(api.previewTemplate, { body: input }))
    if (!response.ok) return refusalOf(await readProblem(response))
    return { pdf: new Uint8Array(await response.arrayBuffer()), tookMs: Math.round(performance.now() - startedAt) }
  } catch (error) {
    return refusalOf(error)
  }
}

/** What a refusal says of the draft. */
export function refusalOf(error: unknown): Exclude<PreviewAnswer, { pdf: Uint8Array }> {
  if (!(error instanceof ApiError)) return { failure: t('resource.theServerCouldNotBeReachedCheck') }
  return error.faults.length > 0 ? { faults: error.faults } : { failure: error.message }
}
