import { t } from '@packhouse/messages'
import type { FastifyRequest } from 'fastify'
import { ProblemError } from '../../engine/problem-error.ts'

/**
 * Reads a form (application/x-www-form-urlencoded). The time that `URLSearchParams` takes grows with the square of the number of
 * fields: 1 MiB of them held everything up for three seconds.
 * @param mostFields refused before it is read @throws ProblemError for more fields
 */
export function readForm(body: string, mostFields: number): URLSearchParams {
  let fields = 1
  for (let at = body.indexOf('&'); at !== -1; at = body.indexOf('&', at + 1)) {
    fields++
    if (fields > mostFields)
      throw new ProblemError('invalid_request', t('access.tooManyFieldsInForm', { most: mostFields }))
  }
  return new URLSearchParams(body)
}

/** The form that was sent; an empty one where nothing was. */
export function formOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams()
}
