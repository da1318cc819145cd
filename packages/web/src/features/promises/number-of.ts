/** Reads a number as people type it, with a comma or a point. @returns undefined for any other text */
export function numberOf(typed: string): number | undefined {
  const plain = typed.trim().replace(',', '.')
  const number = Number(plain)
  return plain === '' || !Number.isFinite(number) || number < 0 ? undefined : number
}
