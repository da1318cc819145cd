/** The beginning of a name that is being typed after an `@`, and where the `@` is. */
export interface TypedName {
  start: number
  name: string
}

const TYPED_NAME = /(?:^|[\s(])@([\p{L}\p{M}'’.-]*(?: [\p{L}\p{M}'’.-]*)?)$/u

/** The name that ends at the caret, if there is one. An address of mail is none: there is a letter before its `@`. */
export function typedNameAt(text: string, caret: number): TypedName | undefined {
  const found = TYPED_NAME.exec(text.slice(0, caret))
  const name = found?.[1]
  return name === undefined ? undefined : { start: caret - name.length - 1, name }
}

/** The text with a typed name completed, and where the caret is then. */
export function completeName(text: string, { start, name }: TypedName, whole: string): { text: string; caret: number } {
  const before = `${text.slice(0, start)}@${whole} `
  return { text: before + text.slice(start + 1 + name.length).trimStart(), caret: before.length }
}

/** Those of the people whose names are still in the text. */
export function mentionedIn<Person extends { name: string }>(text: string, people: readonly Person[]): Person[] {
  return people.filter(({ name }) => text.includes(`@${name}`))
}

/** A text in pieces, in which the mentions of people are marked. */
export function piecesOf(text: string, people: readonly { name: string }[]): { text: string; isMention: boolean }[] {
  const names = people.map(({ name }) => `@${name}`).filter((name) => name.length > 1)
  if (names.length === 0) return [{ text, isMention: false }]
  // Longer names first: “Ada Li” must not end “Ada Lindberg”.
  names.sort((a, b) => b.length - a.length)
  const any = new RegExp(`(${names.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'u')
  return text
    .split(any)
    .map((piece) => ({ text: piece, isMention: names.includes(piece) }))
    .filter((piece) => piece.text !== '')
}
