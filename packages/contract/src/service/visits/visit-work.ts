import { z } from 'zod'
import { plain } from '../../engine/text-schemas.ts'

/** Most points of one checklist. */
export const MAX_CHECKS = 100
/** Most parts of one record. */
export const MAX_USED_PARTS = 100
const MAX_POINT_LENGTH = 200

export const checkResults = ['ok', 'notOk', 'notDone'] as const
export type CheckResult = (typeof checkResults)[number]

/** What was found at one point of a checklist. */
export const doneCheckSchema = z.strictObject({
  point: plain(MAX_POINT_LENGTH, false),
  result: z.enum(checkResults),
  note: plain(500, false).nullable(),
})
export type DoneCheck = z.infer<typeof doneCheckSchema>

export const usedQuantitySchema = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,4})?$/, 'must be a number with at most 4 decimals')
  .refine((value) => Number(value) > 0, 'must be greater than 0')
  .meta({ examples: ['2'] })

/** A part that was used, as it was called that day. */
export const usedPartSchema = z.strictObject({
  itemId: z.uuid().nullable().describe('Null where it is no part of the machine'),
  number: z.string().nullable(),
  name: z.string(),
  unit: z.string().nullable(),
  quantity: usedQuantitySchema,
})
export type UsedPart = z.infer<typeof usedPartSchema>

/** The points of a checklist: its lines that are not empty. */
export function checklistPoints(checklist: string | null): string[] {
  const lines = (checklist ?? '').split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '')
}

/** What is wrong with a checklist, in words that follow the label. */
export function checklistFault(checklist: string): string | undefined {
  const points = checklistPoints(checklist)
  if (points.length > MAX_CHECKS) return `must not have more than ${MAX_CHECKS} lines`
  if (points.some(({ length }) => length > MAX_POINT_LENGTH)) {
    return `must not have lines of more than ${MAX_POINT_LENGTH} characters`
  }
  return undefined
}
