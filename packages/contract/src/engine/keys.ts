import type { Resource } from './resource.ts'

/** Fields that together identify a row of its resource. */
export interface UniqueKey {
  fields: string[]
  /** Whether a field without a value is part of it; otherwise rows without one are not compared. */
  emptyIsValue: boolean
}

/** One key for each rule against duplicates. */
export function uniqueKeys({ rules }: Pick<Resource, 'rules'>): UniqueKey[] {
  return Object.values(rules)
    .filter((rule) => rule.code === 'duplicate')
    .map(({ key, fields, emptyIsValue = false }) => ({ fields: key ?? fields, emptyIsValue }))
}

/** The field by which people name a row for certain, such as its code: text that every row has and no two share. */
export function codeField(resource: Pick<Resource, 'rules' | 'fields'>): string | undefined {
  return uniqueKeys(resource)
    .flatMap(({ fields: key }) => (key.length === 1 ? key : []))
    .find((name) => resource.fields[name]?.kind === 'text' && resource.fields[name]?.required)
}
