import compile from 'icu-minify/compile'
import type { CompiledMessage } from './formatter.ts'

const compiled = new Map<string, CompiledMessage>()

/** Reads an ICU message. Throws when it is malformed. The same text is read once. */
export function compileMessage(text: string): CompiledMessage {
  const known = compiled.get(text)
  if (known !== undefined) return known
  const message = compile(text)
  compiled.set(text, message)
  return message
}
