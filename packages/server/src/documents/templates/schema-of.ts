import { documentFrameSchema } from '@packhouse/contract'
import { z } from 'zod'

/**
 * JSON Schema of all that a template gets: the data of its type, the frame of every document, and its words by name.
 * @param words those of the frame and of the type, in any language
 */
export function schemaOf(data: z.ZodType, words: Readonly<Record<string, string>>): Record<string, unknown> {
  const frame = z.toJSONSchema(documentFrameSchema)
  const own = z.toJSONSchema(data)
  const named = Object.fromEntries(Object.keys(words).map((name) => [name, { type: 'string' }]))
  return {
    ...own,
    properties: {
      ...own.properties,
      ...frame.properties,
      words: { ...asObject(frame.properties?.words), properties: named },
    },
    required: [...(own.required ?? []), ...(frame.required ?? [])],
  }
}

function asObject(schema: unknown): object {
  return typeof schema === 'object' && schema !== null ? schema : {}
}
