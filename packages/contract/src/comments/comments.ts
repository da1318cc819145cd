import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { pageQuerySchema } from '../engine/list-query.ts'
import { pageOf } from '../engine/page.ts'
import { plain, words } from '../engine/text-schemas.ts'
import { foundSchema } from '../search/search.ts'
import { personSchema, recordShape } from './record-address.ts'

/** What one record has at most. */
export const MAX_COMMENTS = 1_000
const MAX_CHARACTERS = 5_000
/** How many people one comment names at most. */
export const MAX_MENTIONS = 20
/** How many people are offered. */
export const MAX_OFFERED_PEOPLE = 10

const area = 'Comments'
const PATH = '/v1/comments'
const params = z.strictObject({ id: z.uuid() })

const bodyShape = {
  text: plain(MAX_CHARACTERS, true),
  mentions: z
    .array(z.uuid().toLowerCase())
    .max(MAX_MENTIONS)
    .default([])
    .describe('Ids of the people whom it names: they get a mail, and find it on their home'),
}

export const commentSchema = z.object({
  id: z.uuid(),
  text: z.string(),
  author: personSchema.nullable(),
  mentions: z.array(personSchema),
  createdAt: z.iso.datetime(),
  changedAt: z.iso.datetime().nullable(),
  isMine: z.boolean().describe('Whether the caller wrote it, and may change it'),
})

export type Comment = z.infer<typeof commentSchema>

export const listComments = defineCall({
  area,
  method: 'GET',
  path: PATH,
  summary: 'The comments of staff on a record, newest first',
  description: 'For a record that the caller may read. Customers see none.',
  access: 'comment.read',
  query: pageQuerySchema(recordShape),
  result: pageOf(commentSchema),
})

export const createComment = defineCall({
  area,
  method: 'POST',
  path: PATH,
  summary: 'Comment on a record',
  description: `A record has at most ${MAX_COMMENTS} comments.`,
  access: 'comment.write',
  body: z.strictObject({ ...recordShape, ...bodyShape }),
  result: commentSchema,
  status: 201,
  problems: ['not_usable'],
})

export const changeComment = defineCall({
  area,
  method: 'PUT',
  path: `${PATH}/{id}`,
  summary: 'Change an own comment',
  description: 'People who were not named before get a mail.',
  access: 'comment.write',
  params,
  body: z.strictObject(bodyShape),
  result: commentSchema,
})

export const removeComment = defineCall({
  area,
  method: 'DELETE',
  path: `${PATH}/{id}`,
  summary: 'Delete an own comment',
  access: 'comment.write',
  params,
})

export const commentPeople = defineCall({
  area,
  method: 'GET',
  path: `${PATH}/people`,
  summary: 'Who can be named in a comment on a record',
  description: `Staff who may see it and its comments, by the beginnings of their names; at most ${MAX_OFFERED_PEOPLE}.`,
  access: 'comment.write',
  query: z.strictObject({ ...recordShape, search: words(200).default('') }),
  result: z.array(personSchema),
})

/** A comment that names the caller, with the record that it is on. */
export const mentionSchema = z.object({ comment: commentSchema, record: foundSchema })

export type Mention = z.infer<typeof mentionSchema>

export const myMentions = defineCall({
  area,
  method: 'GET',
  path: `${PATH}/mentions`,
  summary: 'Comments that name the caller and that they have not seen, newest first',
  description: 'At most 50, of records that the caller may read.',
  access: 'comment.read',
  result: z.array(mentionSchema),
})

export const seeMentions = defineCall({
  area,
  method: 'POST',
  path: `${PATH}/mentions/seen`,
  summary: 'The caller has seen the comments on a record',
  access: 'comment.read',
  body: z.strictObject(recordShape),
})
