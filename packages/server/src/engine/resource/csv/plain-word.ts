/** A word as people compare it: without case, accents, spaces and punctuation. `Legal name` is `legalName`, `E-Mail` is `email`. */
export function plainWord(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
