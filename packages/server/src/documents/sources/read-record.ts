import { type DocumentTypeName, documentTypes } from '@packhouse/contract'
import type { Principal } from '../../engine/principal.ts'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import type { Written } from '../written.ts'
import type { DocumentSource, SourceAnswer } from './document-source.ts'

interface AskedRecord {
  principal: Principal
  id?: string | undefined
  parameters: Record<string, unknown>
  written: Written
}

/**
 * Reads what a document of a record shows.
 * @throws ProblemError `invalid_request` where the type does not take the parameters, `not_found` where the caller may not read the record
 */
export async function readRecord(
  source: DocumentSource,
  type: DocumentTypeName,
  { principal, id, parameters, written }: AskedRecord,
): Promise<SourceAnswer<DocumentTypeName>> {
  assertThat(id !== undefined, 'internal')
  const parsed = documentTypes[type].parameters.safeParse(parameters)
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, message }) => {
      return { path: ['body', 'parameters', ...path].join('.'), code: 'invalid', message }
    })
    throw new ProblemError(
      'invalid_request',
      errors.map(({ path, message }) => `${path} ${message}`).join('; '),
      errors,
    )
  }
  return await source.read({ principal, id, parameters: parsed.data, written })
}
