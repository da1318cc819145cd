import { z } from 'zod'
import { defineCall } from '../../engine/call.ts'
import { lockStatusSchema } from './project-lock.ts'

/** Most people that are named as having a project open. */
export const MAX_PROJECT_VIEWERS = 50

/** What an event of the stream of a project says: the part that it is named after. It never has a value of the project. */
export const projectEventSchema = z.object({
  lock: lockStatusSchema.optional(),
  changed: z
    .object({
      rowVersion: z.int().describe('Of the project itself; a change of a part leaves it as it is'),
      kinds: z
        .array(z.string())
        .nullable()
        .describe('Names of the resources of which something has changed; null where anything may have'),
    })
    .optional(),
  people: z
    .array(z.object({ userId: z.uuid(), name: z.string() }))
    .max(MAX_PROJECT_VIEWERS)
    .optional()
    .describe('Who has the project open, each once'),
})
export type ProjectEvent = z.infer<typeof projectEventSchema>
export type ProjectViewer = NonNullable<ProjectEvent['people']>[number]

export const projectStream = defineCall({
  area: 'Estimator',
  method: 'GET',
  path: '/v1/estimator/projects/{id}/stream',
  summary: 'What happens to a project, as server-sent events',
  description:
    'An event `lock` says who edits it, `changed` what has changed and `people` who has it open. All three come at the beginning, ' +
    'and again when some may have been missed; then everything is to be read again.',
  access: 'project.read',
  params: z.object({ id: z.uuid() }),
  answer: 'event-stream',
  result: projectEventSchema,
})
