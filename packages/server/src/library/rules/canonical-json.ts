/** JSON in which equal values have equal texts: keys in the order of their code units, no spaces. Values that JSON lacks are refused. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
      .filter(([, held]) => held !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1))
    return `{${entries.map(([name, held]) => `${JSON.stringify(name)}:${canonicalJson(held)}`).join(',')}}`
  }
  const text = JSON.stringify(value)
  if (text === undefined || (typeof value === 'number' && !Number.isFinite(value)))
    throw new TypeError(`JSON has no ${String(value)}.`)
  return text
}
