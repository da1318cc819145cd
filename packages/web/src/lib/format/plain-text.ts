import { foldCase } from '@packhouse/contract'

/** Letters that do not fall apart into a letter and an accent. */
const letters: Readonly<Record<string, string>> = {
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  ı: 'i',
}

/** A text without case, accents and ligatures, so that people find names that their keyboard cannot write. */
export function plainText(text: string): string {
  const plain = foldCase(text).normalize('NFD').replace(/\p{M}/gu, '')
  return plain.replace(/[^\0-\x7f]/gu, (letter) => letters[letter] ?? letter)
}
