import { z } from 'zod'
import { defineCall } from '../../engine/call.ts'
import { shapeOf } from '../../engine/children.ts'
import type { Resource } from '../../engine/resource.ts'
import { projectCommissioning } from './project-commissioning.ts'
import { projectDeliveries } from './project-deliveries.ts'
import { projectItems } from './project-items.ts'
import { projectMedia } from './project-media.ts'
import { projectOptionalExtras } from './project-optional-extras.ts'
import { projects } from './projects.ts'

/** What a project consists of, by the names of its lists. */
export const projectParts = {
  items: projectItems,
  extras: projectOptionalExtras,
  deliveries: projectDeliveries,
  commissioning: projectCommissioning,
  media: projectMedia,
}
export type ProjectPart = keyof typeof projectParts
export const projectPartNames = ['items', 'extras', 'deliveries', 'commissioning', 'media'] as const

/** Most changes of one call. */
export const MAX_CHANGES = 2_000

const rowVersion = z.int().min(1).optional().describe('Of the row that is changed, where that shall be compared')
const id = z.uuid().toLowerCase()

const changesOf = <K extends ProjectPart>(kind: K, { draft, change }: Pick<Resource, 'draft' | 'change'>) =>
  z.discriminatedUnion('op', [
    z.strictObject({
      kind: z.literal(kind),
      op: z.literal('create'),
      id: id.optional().describe('A random id, by which later changes name the row'),
      values: shapeOf(draft).omit({ projectId: true }),
    }),
    z.strictObject({
      kind: z.literal(kind),
      op: z.literal('update'),
      id,
      rowVersion,
      values: shapeOf(change).omit({ rowVersion: true }),
    }),
    z.strictObject({ kind: z.literal(kind), op: z.literal('remove'), id, rowVersion }),
  ])

const changeSchema = z.discriminatedUnion('kind', [
  changesOf('items', projectItems),
  changesOf('extras', projectOptionalExtras),
  changesOf('deliveries', projectDeliveries),
  changesOf('commissioning', projectCommissioning),
  changesOf('media', projectMedia),
])

const bodySchema = z.strictObject({
  changes: z
    .array(changeSchema)
    .max(MAX_CHANGES, `must not have more than ${MAX_CHANGES} entries`)
    .default([])
    .describe('Made in this order, all of them or none'),
  order: z
    .array(z.strictObject({ kind: z.enum(projectPartNames), ids: z.array(id).max(10_000) }))
    .max(projectPartNames.length)
    .default([])
    .describe('The ids of all rows of a kind in their new order, after the changes'),
})
export type ProjectChanges = z.input<typeof bodySchema>
export type ProjectChange = z.input<typeof changeSchema>

const { fields } = projects
const amount = <S extends z.ZodType>(schema: S) => schema.meta({ examples: ['1250.5'] })
const sumsSchema = z.object({
  id,
  rowVersion: z.int(),
  updatedAt: z.iso.datetime(),
  subtotal: amount(fields.subtotal.schema),
  discount: amount(fields.discount.schema),
  net: amount(fields.net.schema),
  tax: amount(fields.tax.schema),
  total: amount(fields.total.schema),
  cost: amount(fields.cost.schema).nullable(),
  margin: amount(fields.margin.schema).nullable(),
  lineCount: fields.lineCount.schema,
})

const changedSchema = z.object({
  project: sumsSchema.describe('The version and the sums of the project after the changes'),
  items: z.array(projectItems.row),
  extras: z.array(projectOptionalExtras.row),
  deliveries: z.array(projectDeliveries.row),
  commissioning: z.array(projectCommissioning.row),
  media: z.array(projectMedia.row),
  removed: z.array(z.object({ kind: z.enum(projectPartNames), id: z.uuid() })),
})
export type ChangedProject = z.infer<typeof changedSchema>

export const changeProject = defineCall({
  area: 'Estimator',
  method: 'POST',
  path: '/v1/estimator/projects/{id}/changes',
  summary: 'Change what a project consists of',
  description:
    'Makes, changes, removes and puts in order rows of a project in one transaction, and answers those that changed with the new sums. The header `Edit-Lock` names the token of the lock.',
  access: 'project.update',
  params: z.object({ id: z.uuid() }),
  body: bodySchema,
  result: changedSchema,
  problems: ['stale', 'duplicate', 'state_frozen', 'edit_lock_needed', 'edit_lock_lost', 'edit_locked'],
})
