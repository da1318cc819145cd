import type { Field } from './field.ts'
import { plainWord } from './plain-word.ts'

/** The columns of a file: the id, and every field but secrets. */
export function tableColumns(fields: Readonly<Record<string, Field>>): string[] {
  return ['id', ...Object.keys(fields).filter((name) => !fields[name]?.secret)]
}

/**
 * Fields by their keys and labels, as plain words; a word that two fields share finds neither.
 * @param translate a label or unit in the language of the reader; the English one is known beside it
 */
export function fieldsByHeading(
  fields: Readonly<Record<string, Field>>,
  translate: (text: string) => string,
): ReadonlyMap<string, string> {
  const keys = tableColumns(fields)
  const found = new Map<string, string | undefined>()
  const add = (word: string, key: string) => {
    const plain = plainWord(word)
    if (plain !== '') found.set(plain, found.has(plain) && found.get(plain) !== key ? undefined : key)
  }
  for (const key of keys) {
    const entry = fields[key]
    const labels = entry === undefined ? [] : [entry.label, translate(entry.label)]
    const units = entry?.unit === undefined ? [] : [entry.unit, translate(entry.unit)]
    for (const label of labels) for (const word of [label, ...units.map((unit) => label + unit)]) add(word, key)
  }
  // A key belongs to its field, even where another has it as its label.
  for (const key of keys) found.set(plainWord(key), key)
  return new Map([...found].flatMap(([word, key]) => (key === undefined ? [] : [[word, key]])))
}
