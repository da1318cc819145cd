/** The query of an address as plain text by name, a list where a name is repeated; a number or a `true` stays text. */
export function parseSearch(search: string): Record<string, string | string[]> {
  const parameters = new URLSearchParams(search)
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name)
      return [name, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}

/** The query of an address, empty where there is nothing to say. A blank is %20, as in every other part of an address. */
export function stringifySearch(search: Record<string, unknown>): string {
  const present = Object.entries(search).flatMap(([name, value]) =>
    [value].flat().flatMap((entry) => (entry === undefined || entry === null ? [] : [[name, String(entry)]])),
  )
  return present.length > 0 ? `?${new URLSearchParams(present).toString().replaceAll('+', '%20')}` : ''
}
