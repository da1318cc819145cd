import { type SchemaIssue, schemaWords } from '@packhouse/contract/schema-words'
import { declared as inLanguage } from '@packhouse/messages'
import { formatAlternatives } from './format/lists.ts'

/** What every schema says of a wrong value that its declaration has no words for. */
const customError = (issue: SchemaIssue) =>
  schemaWords(issue, (values) => formatAlternatives(values.map((value) => inLanguage(value))))

declare global {
  /** What zod reads of its settings, or makes when it is loaded. */
  var __zod_globalConfig: object | undefined
}

/**
 * Tells zod our words, and not to compile its checks with `new Function`, which the content security policy forbids. It asks for the
 * right while a schema is made, so this has to be said before the contract's schemas are loaded with a lazy screen; zod's own
 * `config` would bring zod into the first file for it.
 */
globalThis.__zod_globalConfig = Object.assign(globalThis.__zod_globalConfig ?? {}, { jitless: true, customError })
