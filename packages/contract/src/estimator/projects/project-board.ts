import { z } from 'zod'
import { defineCall } from '../../engine/call.ts'
import { words } from '../../engine/text-schemas.ts'
import { projectStates } from './project-states.ts'

/** Most cards of a column; the table has the others. */
export const MAX_CARDS = 100

export const projectCardSchema = z.object({
  id: z.uuid(),
  rowVersion: z.int(),
  number: z.string(),
  revision: z.int(),
  title: z.string(),
  customerId: z.uuid(),
  customer: z.string(),
  ownerId: z.uuid(),
  owner: z.string(),
  currency: z.string(),
  total: z.string(),
  winProbability: z.int().nullable().describe('In percent'),
  validUntil: z.string().nullable(),
  createdAt: z.string(),
  editor: z.string().nullable().describe('Who edits it now'),
  margin: z.string().nullable().describe('In percent; null where it is not known, or not for the reader'),
  targetMargin: z.string().nullable().describe('Null where none is aimed at, or not for the reader'),
  openQuestions: z.int().describe('Of the customer, without an answer'),
  openCount: z.int().describe('How often its links were opened'),
  isDeclined: z.boolean().describe('Whether the customer has declined it, and has no other link that is open'),
})
export type ProjectCard = z.infer<typeof projectCardSchema>

export const boardColumnSchema = z.object({
  status: z.enum(projectStates),
  count: z.int(),
  sums: z
    .array(
      z.object({
        currency: z.string(),
        total: z.string(),
        weighted: z
          .string()
          .describe('Totals by their probability, to the decimals of the currency; without one a project adds nothing'),
      }),
    )
    .describe('Of all of its projects, by currency'),
  cards: z.array(projectCardSchema).describe('The first 100, the newest number first'),
})
export type BoardColumn = z.infer<typeof boardColumnSchema>

export const projectBoard = defineCall({
  area: 'Estimator',
  method: 'GET',
  path: '/v1/estimator/projects/board',
  summary: 'Projects by their status, with sums by currency',
  access: 'project.read',
  query: z.strictObject({
    search: words(200).optional().describe('Words of the number, the title or the name of the customer'),
    ownerId: z.uuid().optional(),
    customerId: z.uuid().optional(),
    endsWithin: z
      .string()
      .regex(/^([1-9]|[1-9]\d|[12]\d\d|3[0-5]\d|36[0-5])$/, 'must be a whole number from 1 to 365')
      .optional()
      .describe('Days in which it ceases to be valid'),
  }),
  result: z.object({ columns: z.array(boardColumnSchema) }),
})
