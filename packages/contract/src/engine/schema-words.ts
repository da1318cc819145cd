import { t } from '@packhouse/messages'
import type { z } from 'zod'

export type SchemaIssue = z.core.$ZodRawIssue
type Bound = 'inclusive' | 'exclusive'

/**
 * What is said of a wrong value where its declaration has no words of its own: a predicate that follows the name of the field, in the language of the
 * reader. Both the server and the web have it said by every schema, so that no words of the library reach a person.
 * @param listed puts words in a row: `a, b or c`
 */
export function schemaWords(issue: SchemaIssue, listed: (words: readonly string[]) => string): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? t('server.mustBeGiven') : t('server.mustBeOfType', { type: issue.expected })
    case 'invalid_value':
      return t('server.mustBeOneOf', { count: issue.values.length, values: listed(issue.values.map(String)) })
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum), boundOf(issue))
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum), boundOf(issue))
    case 'invalid_format':
      return t('server.mustHaveFormat', { format: issue.format })
    case 'not_multiple_of':
      return t('server.mustBeMultiple', { step: issue.divisor })
    case 'unrecognized_keys':
      return t('server.isNotKnownHere')
    default:
      return t('server.isNotValid')
  }
}

/** @param origin of what the least is: characters of a text, entries of a list, or the number itself */
function tooSmall(origin: string, least: number, bound: Bound): string {
  if (origin === 'string') return t('server.needsCharacters', { least })
  if (origin === 'array' || origin === 'set') return t('server.needsEntries', { least })
  return bound === 'inclusive' ? t('server.mustBeAtLeast', { least }) : t('server.mustBeGreater', { bound: least })
}

function tooBig(origin: string, most: number, bound: Bound): string {
  if (origin === 'string') return t('server.hasTooManyCharacters', { most })
  if (origin === 'array' || origin === 'set') return t('server.hasTooManyEntries', { most })
  return bound === 'inclusive' ? t('server.mustBeAtMost', { most }) : t('server.mustBeLess', { bound: most })
}

function boundOf({ inclusive = true }: { inclusive?: boolean }): Bound {
  return inclusive ? 'inclusive' : 'exclusive'
}
