import type { Catalogue } from '@packhouse/messages'
import { compileMessage } from '@packhouse/messages/compile'
import type { CompiledMessage } from '@packhouse/messages/formatter'

/** What a language lacks, has too much or says with other placeholders than English, each as a line. */
export function catalogueFaults(english: Catalogue, other: Catalogue, declared: readonly string[]): string[] {
  return [
    ...compare(english.messages, other.messages, placeholders),
    ...compare(Object.fromEntries(declared.map((text) => [text, text])), other.declared, numbered),
  ].map((fault) => `${other.language}: ${fault}`)
}

type Texts = Readonly<Record<string, string>>

function compare(english: Texts, other: Texts, holesOf: (text: string) => string): string[] {
  const missing = Object.keys(english).filter((key) => other[key] === undefined)
  const unknown = Object.keys(other).filter((key) => english[key] === undefined)
  const differing = Object.entries(english).flatMap(([key, text]) => {
    const theirs = other[key]
    if (theirs === undefined || holesOf(text) === holesOf(theirs)) return []
    return [`'${key}' has the placeholders ${holesOf(theirs)} in place of ${holesOf(text)}`]
  })
  return [
    ...missing.map((key) => `'${key}' is missing`),
    ...unknown.map((key) => `'${key}' is not in English`),
    ...differing,
  ]
}

/** The names that a message asks for, in order of the alphabet. Throws where the message is malformed. */
function placeholders(text: string): string {
  const names = new Set<string>()
  collect(compileMessage(text), names)
  return [...names].sort().join(', ') || 'none'
}

/** @param part a text, or the list of its parts: texts, and placeholders as lists of a name and what it does with the value */
function collect(part: CompiledMessage | unknown, names: Set<string>): void {
  if (!Array.isArray(part)) return
  for (const node of part) {
    if (!Array.isArray(node)) continue
    const [name, ...rest] = node
    if (rest.length === 0 || typeof rest[0] === 'number') names.add(String(name))
    for (const inside of rest) {
      if (Array.isArray(inside)) collect([inside], names)
      else if (typeof inside === 'object' && inside !== null) {
        for (const branch of Object.values(inside)) collect(branch, names)
      }
    }
  }
}

/** The placeholder for numbers in the text of a declaration. */
function numbered(text: string): string {
  return (text.match(/\{\d\}/g) ?? []).sort().join(', ') || 'none'
}
