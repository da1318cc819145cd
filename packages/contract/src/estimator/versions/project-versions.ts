import { z } from 'zod'
import { defineCall } from '../../engine/call.ts'
import { priceWalkSchema } from '../pricing/price-walk.ts'
import { projects } from '../projects/projects.ts'

/** What is noted of a version of a project beside what it holds. */
export const projectVersionFacts = z.object({
  contentHash: z.string().describe('SHA-256 of what it offers: equal for equal offers, whatever their order'),
  currency: z.string(),
  subtotal: z.string(),
  discount: z.string(),
  net: z.string(),
  tax: z.string(),
  total: z.string(),
  lineCount: z.int(),
})
export type ProjectVersionFacts = z.infer<typeof projectVersionFacts>

const decimal = z.string()
const optionalDecimal = z.string().nullable()

/** What a version was made without is its first id: lines are the same through revisions only since they have a line of their own. */
function rowsOf<Shape extends z.ZodRawShape>(shape: Shape) {
  const withLine = (row: unknown) => (isRow(row) ? { ...row, lineId: row.lineId ?? row.id } : row)
  return z.array(z.preprocess(withLine, z.object({ id: z.string(), lineId: z.string(), ...shape })))
}

function isRow(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

const sold = {
  description: z.string(),
  quantity: decimal,
  unitPrice: decimal,
  unitCost: optionalDecimal,
  discountPercent: decimal,
}
const { discountKind, taxCategory } = projects.fields

/** What is priced of a version. Costs are empty where they were hidden. */
export const walkedProjectSchema = z.object({
  currency: z.string(),
  discountKind: discountKind.schema,
  discountValue: decimal,
  taxCategory: taxCategory.schema.nullable(),
  taxPercent: decimal,
  roundsToCash: z.boolean(),
  milestones: projects.fields.milestones.schema,
  items: rowsOf({ ...sold, section: z.string(), alternativeToId: z.string().nullable() }),
  extras: rowsOf({ ...sold, selected: z.boolean() }),
  deliveries: rowsOf({ namedPlace: z.string(), price: decimal, cost: optionalDecimal }),
  commissioning: rowsOf({
    description: z.string(),
    days: decimal,
    engineers: z.int(),
    dayRate: decimal,
    dayCost: optionalDecimal,
    travel: decimal,
    accommodation: decimal,
  }),
})

const place = z.string().regex(/^(now|[1-9]\d{0,8})$/, 'must be the number of a version, or now')

export const walkVersions = defineCall({
  area: 'Estimator',
  method: 'GET',
  path: '/v1/estimator/projects/{id}/versions/{a}/walk/{b}',
  summary: 'How the total of one version of a project becomes that of another',
  description: '`now` is the project as it is. The steps are in the words of a quote and add up to the difference.',
  access: 'project.read',
  params: z.object({ id: z.uuid(), a: place, b: place }),
  result: priceWalkSchema,
})
