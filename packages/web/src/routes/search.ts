/** The query of an address as plain text by name; a number or a `true` in it stays text. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** The query of an address, empty where there is nothing to say. A blank is %20, as in every other part of an address. */
export function stringifySearch(search: Record<string, unknown>): string {
  const present = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  )
  return present.length > 0 ? `?${new URLSearchParams(present).toString().replaceAll('+', '%20')}` : ''
}
