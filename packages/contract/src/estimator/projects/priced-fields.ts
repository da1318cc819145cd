import { field } from '../../engine/field.ts'

/** What a row belongs to for good. */
export const ofProject = () =>
  field.reference('project', { label: 'Project', required: true, frozen: true, filter: true })

/** What a row of a project is in all its revisions and versions: by it they are compared. */
export const line = () =>
  field.text({ label: 'Line', help: 'The same in all revisions', required: true, readOnly: true, lasting: true })

/** The place of a row among those of its project. */
export const place = () => field.integer({ label: 'Place', required: true, readOnly: true, min: 1, max: 100_000 })

export const price = (label: string, options: { help?: string; fallback?: string } = {}) =>
  field.decimal({ label, decimalPlaces: 6, required: true, fallback: '0', ...options })

/** Only for those who may see costs. */
export const cost = (label: string) => field.decimal({ label, decimalPlaces: 6, confidential: true })

/** The rule of a price in a currency that has no decimals. @param field of the row @param constraint as the database names it */
export const whole = (field: string, constraint: string) => ({
  [constraint]: { code: 'rule' as const, fields: [field], message: 'must have no decimals: the currency has none' },
})

export const percent = (label: string) => field.percent({ label, required: true, fallback: '0' })

/** What items and extras have in common. */
export const soldFields = () => ({
  code: field.text({
    label: 'Item',
    help: 'Its code in the catalogue, or the model of the machine',
    readOnly: true,
    derived: true,
  }),
  masterId: field.reference('itemMaster', { label: 'Item of the catalogue', filter: true }),
  description: field.multiline({ label: 'Description', required: true, max: 4_000 }),
  unit: field.text({ label: 'Unit', required: true, example: 'pcs', max: 20 }),
})
