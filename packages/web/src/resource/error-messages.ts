import type { Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { ApiError } from '../lib/api-error.ts'
import { faultSentence } from './words.ts'

/**
 * Why the server refused a change of a row, in words: a rule that it broke, or what the server says of it.
 * @param labels of what was sent that is no field of the row
 */
export function errorMessage(
  { fields }: Pick<Resource, 'fields'>,
  error: unknown,
  labels: Readonly<Record<string, string>> = {},
): string {
  if (!(error instanceof ApiError)) return t('resource.theServerCouldNotBeReached')
  const rules = error.errors.map(({ path, message }) => {
    const name = path.slice(path.lastIndexOf('.') + 1)
    return `${faultSentence(fields[name]?.label ?? labels[name] ?? name, message)}.`
  })
  return rules.length > 0 ? rules.join(' ') : error.message
}
