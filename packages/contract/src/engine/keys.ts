import type { Resource } from './resource.ts'

/** The fields that together identify a row of its resource, one set for each rule against duplicates. */
export function uniqueKeys({ rules }: Pick<Resource, 'rules'>): string[][] {
  return Object.values(rules)
    .filter((rule) => rule.code === 'duplicate')
    .map((rule) => rule.key ?? rule.fields)
}

/** The field by which people name a row for certain, such as its code: text that every row has and no two share. */
export function codeField(resource: Pick<Resource, 'rules' | 'fields'>): string | undefined {
  return uniqueKeys(resource)
    .flatMap((key) => (key.length === 1 ? key : []))
    .find((name) => resource.fields[name]?.kind === 'text' && resource.fields[name]?.required)
}
