import { schemaWords } from '@packhouse/contract/schema-words'
import { z } from 'zod'
import { listed } from '../platform/language.ts'

/** What schemas say is in our words and in the language of whoever sent the value. */
export function useOwnSchemaWords(): void {
  z.config({ customError: (issue) => schemaWords(issue, (values) => listed(values, 'or')) })
}
