/** A part of the document. */
export type Json = Record<string, unknown>

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Every reference in a part, as often as it is made. */
export function referencesIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(referencesIn)
  if (!isJson(part)) return []
  const own = typeof part.$ref === 'string' ? [part.$ref] : []
  return [...own, ...Object.values(part).flatMap(referencesIn)]
}

/** `customer.list.ofCustomer` as `CustomerListOfCustomer`; whatever is neither letter nor digit ends a word. */
export function pascal(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

/** The same, beginning with a small letter: what generators make functions of. */
export function camel(text: string): string {
  const name = pascal(text)
  return name.charAt(0).toLowerCase() + name.slice(1)
}
