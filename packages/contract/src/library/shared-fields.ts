import { field } from '../engine/field.ts'
import type { Rule } from '../engine/resource.ts'

/** What a row of the library belongs to for good. */
export const partOf = (resource: string, label: string) =>
  field.reference(resource, { label, required: true, frozen: true, filter: true })

/** What something costs the maker: only for those who may see costs. */
export const ownCost = (label: string) => field.decimal({ label, decimalPlaces: 4, confidential: true })

/** How many rows of another kind there are of a row, counted when it is read. */
export const countOf = (label: string, help?: string) =>
  field.integer({
    label,
    ...(help === undefined ? {} : { help }),
    required: true,
    readOnly: true,
    derived: true,
    min: 0,
    max: 1_000_000,
  })

const size = (label: string) => field.number({ label, unit: 'mm', min: 0, max: 100_000 })

/** Inside dimensions in millimetres from the smallest to the largest; any of them may be open. */
export const dimensions = () => ({
  lengthMin: size('Smallest length'),
  lengthMax: size('Largest length'),
  widthMin: size('Smallest width'),
  widthMax: size('Largest width'),
  heightMin: size('Smallest height'),
  heightMax: size('Largest height'),
})

/** The rule that a largest value is not below its smallest. @param name of the largest value */
export const spanOrder = (name: string): Rule => ({
  code: 'rule',
  fields: [name],
  message: 'must not be less than the smallest',
})

/** The rules of `dimensions`. @param table that holds them */
export const dimensionRules = (table: string): Record<string, Rule> => ({
  [`${table}_length_order`]: spanOrder('lengthMax'),
  [`${table}_width_order`]: spanOrder('widthMax'),
  [`${table}_height_order`]: spanOrder('heightMax'),
})
