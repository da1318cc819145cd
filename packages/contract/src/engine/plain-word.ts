import { foldCase } from './fold-case.ts'

/** A word as people compare it: without case, accents, spaces and punctuation. `Legal name` is `legalName`, `E-Mail` is `email`. */
export function plainWord(text: string): string {
  return foldCase(text.normalize('NFKD'))
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
