import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { Catalogue } from '../../messages/src/catalogue.ts'
import { catalogues } from '../../messages/src/catalogues.ts'
import { compileMessage } from '../../messages/src/compile.ts'
import { pseudoCatalogue, pseudoLanguages } from '../../messages/src/pseudo.ts'

const [english, ...others] = catalogues
const entryId = '\0messages'
const translateFile = join(import.meta.dirname, '../src/lib/language/translate.ts')
/** Passes keys on, so that it knows none when the product is built. */
const richFile = join(import.meta.dirname, '../src/lib/language/rich.ts')

/** Every language beside English, those for tests too. Each is a file of its own that only its readers load. */
const translations: readonly Catalogue[] = [
  ...others,
  ...pseudoLanguages.map((language) => pseudoCatalogue(language, Object.keys(others[0]?.declared ?? {}))),
]

/**
 * Puts the texts of the catalogue into the code. `t('alarms.over')` becomes a call with the English text and a short id; other
 * languages are tables from ids to texts. So English costs no table and no request, and keys do not reach the browser.
 */
export function messages(): Plugin {
  let builds = false
  return {
    name: 'packhouse:messages',
    enforce: 'post',
    configResolved({ command }) {
      builds = command === 'build'
    },
    resolveId: (source) => (source.startsWith('virtual:messages') ? `\0${source.slice('virtual:'.length)}` : null),
    load(id) {
      if (id === entryId) return printEntry(translations.map(({ language }) => language))
      const found = translations.find(({ language }) => id === `${entryId}/${language}`)
      if (found === undefined) return null
      return `export default ${builds ? JSON.stringify(placeholderOf(found.language)) : printTexts(found, () => true)}`
    },
    // Only now it is known which messages the browser has: the server's are left out.
    renderChunk(code) {
      const isUsed = (key: string) => used.has(key)
      const filled = translations.reduce((text, catalogue) => fill(text, catalogue, isUsed), code)
      return filled === code ? null : { code: filled, map: null }
    },
    transform(code, id) {
      if (id === richFile || id.includes('node_modules') || !/@packhouse\/messages['"]|\/language\/rich\.ts/.test(code))
        return null
      const edits = findCalls(this.parse(code), code)
      if (edits.length === 0) return null
      const imports = `import { translate as translate$, translateRich as translateRich$ } from ${JSON.stringify(translateFile)};`
      return { code: imports + replaceAll(code, edits), map: null }
    },
  }
}

function printEntry(languages: string[]): string {
  const cases = languages.map((language) => `${JSON.stringify(language)}: () => import('virtual:messages/${language}')`)
  const offered = catalogues.map(({ language }) => language)
  return `export const languages = ${JSON.stringify(['en', ...languages])}
export const offeredLanguages = ${JSON.stringify(offered)}
const tables = { ${cases.join(', ')} }
export const loadTexts = async (language) => tables[language] && (await tables[language]()).default`
}

/** Stands in a built file for the texts of a language until all of the product is read. */
const placeholderOf = (language: string) => `texts of ${language}`

function fill(code: string, catalogue: Catalogue, isUsed: (key: string) => boolean): string {
  const quoted = new RegExp(`(["'\`])${placeholderOf(catalogue.language)}\\1`)
  return code.replace(quoted, () => printTexts(catalogue, isUsed))
}

function printTexts({ messages, declared }: Catalogue, isUsed: (key: string) => boolean): string {
  const byId = Object.entries(messages)
    .filter(([key]) => isUsed(key))
    .map(([key, text]) => [messageId(key), compileMessage(text)])
  return JSON.stringify({ messages: Object.fromEntries(byId), declared })
}

/** Keys that the code of the browser names. */
const used = new Set<string>()

const ids = new Map<string, string>()

/** Six characters that stand for a key. Two keys of one id end the build. */
function messageId(key: string): string {
  const id = createHash('sha256').update(key).digest('base64url').slice(0, 6)
  const other = ids.get(id)
  if (other !== undefined && other !== key) throw new Error(`'${key}' and '${other}' have the same id: rename one`)
  ids.set(id, key)
  return id
}

/** What takes the place of a function's name and its first argument; what follows stays. */
interface Edit {
  start: number
  end: number
  code: string
}

interface SyntaxNode {
  type: string
  start: number
  end: number
  [name: string]: unknown
}

const functions: Readonly<Record<string, string>> = { t: 'translate$', rich: 'translateRich$' }

/** The calls of `t` and `rich` in a file. */
function findCalls(program: unknown, code: string): Edit[] {
  const found: Edit[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) visit(one)
    if (!isNode(node)) return
    const edit = node.type === 'CallExpression' ? toEdit(node, code) : undefined
    if (edit) found.push(edit)
    for (const value of Object.values(node)) if (typeof value === 'object') visit(value)
  }
  visit(program)
  return found
}

function toEdit(node: SyntaxNode, code: string): Edit | undefined {
  const callee = node.callee as SyntaxNode
  const name = callee.type === 'Identifier' ? functions[callee.name as string] : undefined
  const [key] = node.arguments as SyntaxNode[]
  if (name === undefined || key === undefined) return undefined
  return { start: node.start, end: key.end, code: `${name}(${printKey(key, code)}` }
}

/** The id and the English text of a key; of a key with one expression, such as `alarms.event.${kind}`, from a table of all it can be. */
function printKey(key: SyntaxNode, code: string): string {
  if (key.type === 'Literal') return printMessage(String(key.value))
  const [expression, ...more] = (key.expressions ?? []) as SyntaxNode[]
  if (key.type !== 'TemplateLiteral' || more.length > 0) {
    throw new Error(
      `A message needs a key that is known when the product is built, not ${code.slice(key.start, key.end)}`,
    )
  }
  const [prefix = '', suffix = ''] = (key.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
  if (expression === undefined) return printMessage(prefix)
  const rows = Object.keys(english.messages)
    .filter((name) => name.startsWith(prefix) && name.endsWith(suffix) && name.length > prefix.length + suffix.length)
    .map((name) => `${JSON.stringify(name.slice(prefix.length, name.length - suffix.length))}: [${printMessage(name)}]`)
  return `...({ ${rows.join(', ')} })[${code.slice(expression.start, expression.end)}]`
}

function printMessage(key: string): string {
  const text = (english.messages as Readonly<Record<string, string>>)[key]
  if (text === undefined) throw new Error(`There is no message '${key}'`)
  used.add(key)
  return `${JSON.stringify(messageId(key))}, ${JSON.stringify(compileMessage(text))}`
}

function replaceAll(code: string, edits: Edit[]): string {
  let result = code
  for (const { start, end, code: text } of edits.sort((a, b) => b.start - a.start)) {
    result = result.slice(0, start) + text + result.slice(end)
  }
  return result
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'
}
