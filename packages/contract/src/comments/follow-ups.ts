import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { pageQuerySchema } from '../engine/list-query.ts'
import { pageOf } from '../engine/page.ts'
import { dayUnder, plain } from '../engine/text-schemas.ts'
import { foundSchema } from '../search/search.ts'
import { personSchema, recordShape } from './record-address.ts'

/** How many that are not done one person has at most. */
export const MAX_OPEN_FOLLOW_UPS = 500

const area = 'Comments'
const PATH = '/v1/follow-ups'
const params = z.strictObject({ id: z.uuid() })

const bodyShape = {
  what: plain(200, false).describe('What is to be done'),
  dueOn: dayUnder('must be a day such as 2026-11-30'),
  assigneeId: z
    .uuid()
    .toLowerCase()
    .optional()
    .describe('Who does it: staff who may see the record. Default: the caller'),
}

export const followUpSchema = z.object({
  id: z.uuid(),
  record: foundSchema.nullable().describe('Null where it was deleted, or the caller may no longer read it'),
  what: z.string(),
  dueOn: z.iso.date(),
  assignee: personSchema,
  author: personSchema.nullable(),
  doneAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
})

export type FollowUp = z.infer<typeof followUpSchema>

export const listFollowUps = defineCall({
  area,
  method: 'GET',
  path: PATH,
  summary: 'Follow-ups of a record, or those of the caller, the ones that are due first at the top',
  description: 'With `resource` and `recordId` those of a record, without them those that are assigned to the caller.',
  access: 'comment.read',
  query: pageQuerySchema({
    resource: recordShape.resource.optional(),
    recordId: recordShape.recordId.optional(),
    state: z.enum(['open', 'done']).default('open'),
  }),
  result: pageOf(followUpSchema),
})

export const createFollowUp = defineCall({
  area,
  method: 'POST',
  path: PATH,
  summary: 'Follow a record up on a day',
  description: `It comes up on the home of the assignee. One person has at most ${MAX_OPEN_FOLLOW_UPS} that are not done.`,
  access: 'comment.write',
  body: z.strictObject({ ...recordShape, ...bodyShape }),
  result: followUpSchema,
  status: 201,
  problems: ['not_usable'],
})

export const changeFollowUp = defineCall({
  area,
  method: 'PUT',
  path: `${PATH}/{id}`,
  summary: 'Change a follow-up, or mark it as done',
  description: 'By its author and its assignee.',
  access: 'comment.write',
  params,
  body: z.strictObject({ ...bodyShape, done: z.boolean().default(false) }),
  result: followUpSchema,
  problems: ['not_usable'],
})

export const removeFollowUp = defineCall({
  area,
  method: 'DELETE',
  path: `${PATH}/{id}`,
  summary: 'Delete a follow-up',
  description: 'By its author and its assignee.',
  access: 'comment.write',
  params,
})
