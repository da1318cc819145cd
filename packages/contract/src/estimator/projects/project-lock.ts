import { z } from 'zod'
import { defineCall } from '../../engine/call.ts'
import { editorSchema } from '../../engine/problem.ts'
import { plain } from '../../engine/text-schemas.ts'

/** How long somebody holds a project after the last sign of life, and how often a page gives one. */
export const LOCK_MS = 5 * 60_000
export const HEARTBEAT_MS = 60_000

const area = 'Estimator'
const params = z.object({ id: z.uuid() })

/** Who holds a project, and who has asked for it. */
export const lockStatusSchema = z.object({
  editor: editorSchema.nullable().describe('Who edits it; null where it is free'),
  isMine: z.boolean().describe('Whether that is the person who asks, in whatever window'),
  session: z.uuid().nullable().describe('The window of the holder; null where it is free or was handed over'),
  endsInMs: z
    .int()
    .nullable()
    .describe(
      'Until it ends where its holder gives no sign of life, ms by the clock of the database; null where it is free',
    ),
  asked: z
    .object({ userId: z.uuid(), name: z.string(), at: z.string() })
    .nullable()
    .describe('Who has asked the holder for it'),
})
export type LockStatus = z.infer<typeof lockStatusSchema>

/** What a holder gets. Every change names the token in the header `Edit-Lock`. */
export const heldLockSchema = lockStatusSchema.extend({
  token: z.string().describe('Counts up whenever the project gets another holder'),
})
export type HeldLock = z.infer<typeof heldLockSchema>

const tokenSchema = z
  .string()
  .regex(/^[1-9]\d{0,17}$/, 'must be the token that beginning to edit gave')
  .meta({ examples: ['42'] })
const session = z.uuid().describe('A random id that a window makes for itself')

export const lockStatus = defineCall({
  area,
  method: 'GET',
  path: '/v1/estimator/projects/{id}/lock-status',
  summary: 'Who edits a project',
  access: 'project.read',
  params,
  result: lockStatusSchema,
})

export const acquireLock = defineCall({
  area,
  method: 'POST',
  path: '/v1/estimator/projects/{id}/lock/acquire',
  summary: 'Begin to edit a project',
  description:
    'Gives the lock to one window for five minutes, which every heartbeat begins again. Held by the same person in another window it is given with `continueHere`.',
  access: 'project.update',
  params,
  body: z.strictObject({ session, continueHere: z.boolean().default(false) }),
  result: heldLockSchema,
  problems: ['edit_locked', 'state_frozen'],
})

export const heartbeatLock = defineCall({
  area,
  method: 'POST',
  path: '/v1/estimator/projects/{id}/lock/heartbeat',
  summary: 'Go on editing a project',
  access: 'project.update',
  params,
  body: z.strictObject({ token: tokenSchema }),
  result: heldLockSchema,
  problems: ['edit_lock_lost'],
})

export const releaseLock = defineCall({
  area,
  method: 'POST',
  path: '/v1/estimator/projects/{id}/lock/release',
  summary: 'End editing a project',
  description: 'A lock that is over already stays as it is.',
  access: 'project.update',
  params,
  body: z.strictObject({ token: tokenSchema }),
  result: lockStatusSchema,
})

export const forceLock = defineCall({
  area,
  method: 'POST',
  path: '/v1/estimator/projects/{id}/lock/force',
  summary: 'Take a project over from who edits it',
  description: 'The reason is kept in the history of the project, and the holder sees it at once.',
  access: 'project.takeOver',
  params,
  body: z.strictObject({ session, reason: plain(500, false).min(1, 'must say why') }),
  result: heldLockSchema,
  problems: ['state_frozen'],
})

export const askForLock = defineCall({
  area,
  method: 'POST',
  path: '/v1/estimator/projects/{id}/lock/ask',
  summary: 'Ask who edits a project to hand it over',
  access: 'project.update',
  params,
  result: lockStatusSchema,
  problems: ['not_usable'],
})

export const handOverLock = defineCall({
  area,
  method: 'POST',
  path: '/v1/estimator/projects/{id}/lock/hand-over',
  summary: 'Hand a project over to who has asked for it',
  description: 'It waits for that person for a minute.',
  access: 'project.update',
  params,
  body: z.strictObject({ token: tokenSchema }),
  result: lockStatusSchema,
  problems: ['edit_lock_lost', 'not_usable'],
})
