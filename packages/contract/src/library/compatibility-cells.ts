import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { shapeOf } from '../engine/children.ts'
import { compatibilities } from './compatibility.ts'
import { compatibilityResults } from './compatibility-answers.ts'
import { compatibilityMaterials } from './compatibility-materials.ts'

/** So many cells are set at once. */
export const MAX_CELL_BLOCK = 500

const pair = { machineId: z.uuid().toLowerCase(), styleId: z.uuid().toLowerCase() }
const version = z
  .int()
  .min(1)
  .nullable()
  .describe('The rowVersion of the cell as it was read; null where there was no cell')

/** @param shape of the change of a row @param left fields that a block does not set */
const fieldsOf = (shape: z.ZodRawShape, left: readonly string[]) =>
  z
    .strictObject(Object.fromEntries(Object.entries(shape).filter(([name]) => !left.includes(name))))
    .optional()
    .describe('Other fields that change with it; those that are not named stay as they are')

const block = <Cell extends z.ZodObject>(cell: Cell) =>
  z.strictObject({
    cells: z
      .array(cell)
      .min(1)
      .max(MAX_CELL_BLOCK, `must not be more than ${MAX_CELL_BLOCK} cells`)
      .superRefine((cells, context) => {
        const seen = new Set<string>()
        for (const [place, one] of cells.entries()) {
          const key = `${one.machineId} ${one.styleId}`
          if (seen.has(key)) context.addIssue({ code: 'custom', path: [place], message: 'is there twice' })
          seen.add(key)
        }
      }),
  })

const side = z.object({
  cell: compatibilities.row.nullable().describe('Null if the pair has no cell'),
  material: compatibilityMaterials.row.nullable().describe('The answer for the material, where one was set'),
})

export const cellBlockSchema = z.object({
  cells: z.array(z.object({ ...pair, before: side, after: side })).describe('In the order in which they were sent'),
})
export type CellBlock = z.infer<typeof cellBlockSchema>

/** What a refused block has in `current`: the cells that somebody else has changed, as they are and as they were to become. */
export const cellConflictsSchema = z.object({
  cells: z.array(z.object({ ...pair, wanted: z.enum(compatibilityResults).nullable(), current: side })),
})
export type CellConflicts = z.infer<typeof cellConflictsSchema>

const ONE_STEP =
  'All of them in one transaction or, where one was changed by somebody else in the meantime, none: 409 `stale`, whose `current` has these ' +
  'cells. The answer has every cell before and after, so that the same call puts them back.'

export const setCompatibilityCells = defineCall({
  area: 'Library',
  method: 'PUT',
  path: '/v1/machine-library/compatibility-cells',
  summary: 'Set the answers of a block of the matrix',
  description:
    `${ONE_STEP} \`unknown\` changes a cell that is there, and makes none. \`null\` removes a cell that has neither options nor answers for ` +
    'materials. A conditional answer needs a condition. New cells need the permission to create, removed ones that to delete.',
  access: 'compatibility.update',
  body: block(
    z.strictObject({
      ...pair,
      rowVersion: version,
      result: z.enum(compatibilityResults).nullable(),
      fields: fieldsOf(shapeOf(compatibilities.change).shape, ['result', 'rowVersion', 'materials']),
    }),
  ),
  result: cellBlockSchema,
  problems: ['stale'],
})

export const setMaterialCells = defineCall({
  area: 'Library',
  method: 'PUT',
  path: '/v1/machine-library/materials/{id}/compatibility-cells',
  summary: 'Set the answers for one material in a block of the matrix',
  description:
    `${ONE_STEP} \`null\` removes the answer for the material. A pair without a cell gets one whose answer is unknown. ` +
    'A conditional answer needs notes.',
  access: 'compatibilityMaterial.update',
  params: z.object({ id: z.uuid() }),
  body: block(
    z.strictObject({
      ...pair,
      rowVersion: version,
      result: z.enum(compatibilityResults).nullable(),
      fields: fieldsOf(shapeOf(compatibilityMaterials.change).shape, ['result', 'rowVersion']),
    }),
  ),
  result: cellBlockSchema,
  problems: ['stale'],
})
