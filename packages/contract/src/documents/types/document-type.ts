import type { z } from 'zod'

/** A kind of document: what it shows and what it can be asked for with. Money, times and numbers arrive written out. */
export interface DocumentType<Data extends z.ZodType = z.ZodType, Parameters extends z.ZodType = z.ZodType> {
  /** In the words of people. */
  title: string
  /** The resource whose id it is made of. */
  subject: string
  /** What can be chosen beside the record, such as a span of time. */
  parameters: Parameters
  data: Data
  /** Data to try templates with. */
  example: z.output<Data>
}

/** Declares a kind of document; type inference preserves the schemas. */
export function defineDocumentType<Data extends z.ZodType, Parameters extends z.ZodType>(
  type: DocumentType<Data, Parameters>,
): DocumentType<Data, Parameters> {
  return type
}
