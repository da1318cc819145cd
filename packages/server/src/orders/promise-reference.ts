/** Where the promise of a claim says that it is written. @param number of the order, with its place behind the number of the quote */
export function referenceOf(number: string, version: unknown): string {
  return `${number.replace(/\/\d+$/, '')} v${String(version)}`
}
