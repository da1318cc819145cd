import { reportedStates } from '@packhouse/contract'
import { calledName, constantText, lineOf, type Source, type SyntaxNode, walk } from './syntax.ts'

/** Attributes and properties whose texts no person reads. */
const technical =
  /^(className|listClassName|class|type|variant|tone|role|name|scope|autoComplete|autoCapitalize|mode|id|key|size|to|href|src|value|fill|stroke\w*|d|rel|target|accept|style|kind|tag|resource|inputMode|prefix|place|list|for|htmlFor|method|path|area|permission|icon|action|timeZone|productTitle|data-\w+|aria-(labelledby|controls|describedby|current|haspopup|live|hidden|pressed|expanded|autocomplete|busy))$/
/** Functions whose texts are for developers, or are no texts. */
const forDevelopers =
  /^(classNames|querySelector(All)?|closest|matches|normalize|warn|error|import|startsWith|endsWith|includes|digest|addEventListener|lineIcon|solidIcon|matchMedia|getPropertyValue|useLostFocus|[A-Za-z]*Error)$/
const styles =
  /(^|\s)(-?(flex|grid|block|hidden|inline|relative|absolute|sticky|fixed|truncate|group|peer)(\s|$)|[a-z-]+:|-?[a-z]+-\[|[a-z]+-\d|(text|bg|border|font|items|justify|self|overflow)-[a-z])|sans-serif|^Bearer |, button, |^\d+ \d+px|[\w-]+\(|xMidYMid/
/** Names of keys on the keyboard, as events have them. */
const keyNames = /^(Enter|Escape|Tab|Home|End|Backspace|Delete|Page(Up|Down)|Arrow\w+|(Control|Meta|Alt|Shift)(\+.+)?)$/

/** Names of states as messages have them; screens show their labels. */
const stateNames: ReadonlySet<string> = new Set([...reportedStates, 'Unknown'])

/** Texts of a file of the web that stand outside the catalogue, as `file:line text`. */
export function outsideTexts(source: Source): string[] {
  const found: string[] = []
  walk(source, (node, around) => {
    const text = node.type === 'JSXText' ? String(node.value) : constantText(node)
    if (text === undefined || !isForPeople(node, text, around)) return
    found.push(`${source.file}:${lineOf(source, node)} ${text.trim().replace(/\s+/g, ' ').slice(0, 80)}`)
  })
  return found
}

function isForPeople(node: SyntaxNode, text: string, around: readonly SyntaxNode[]): boolean {
  if (!/[A-Za-z]{2}/.test(text) || around.some(isMarkedUntranslated)) return false
  if (node.type === 'JSXText') return true
  if (around.some(({ type }) => /^TS(?!As|Satisfies|NonNull)|^Import|^Export(All|Named)D.*Source/.test(type)))
    return false
  const [parent] = around
  if (parent === undefined || isNoText(node, parent)) return false
  if (around.some((one) => forDevelopers.test(calledName(one) ?? '') || isMessageCall(one, node))) return false
  const attribute = around.find(({ type }) => type === 'JSXAttribute')
  if (attribute !== undefined && technical.test(nameOf(attribute.name))) return false
  if (
    parent === attribute &&
    /^(label|title|alt|placeholder|help|aria-(label|description|valuetext|roledescription))$/.test(
      nameOf(attribute.name),
    )
  )
    return true
  if (parent.type === 'Property' && technical.test(nameOf(parent.key))) return false
  return looksLikeWords(text)
}

/** `translate="no"` of HTML: a name of the product, a code. */
function isMarkedUntranslated(node: SyntaxNode): boolean {
  if (node.type !== 'JSXElement') return false
  const { name, attributes } = node.openingElement as { name: SyntaxNode; attributes: SyntaxNode[] }
  if (/^(code|kbd)$/.test(nameOf(name))) return true
  return attributes.some((one) => one.type === 'JSXAttribute' && nameOf(one.name) === 'translate')
}

function isNoText(node: SyntaxNode, parent: SyntaxNode): boolean {
  if (parent.type === 'Property' && parent.key === node) return true
  if (parent.type === 'BinaryExpression') return /^(===|!==|in)$/.test(String(parent.operator))
  return /^(SwitchCase|MemberExpression|ImportDeclaration|ExportNamedDeclaration|ExportAllDeclaration|Directive|ImportExpression)$/.test(
    parent.type,
  )
}

/** The key of a message; its values may hold texts of their own. */
function isMessageCall(call: SyntaxNode, node: SyntaxNode): boolean {
  const name = calledName(call)
  return (name === 't' || name === 'rich') && (call.arguments as SyntaxNode[])[0] === node
}

function looksLikeWords(text: string): boolean {
  if (
    text.length > 1_000 ||
    stateNames.has(text) ||
    styles.test(text) ||
    keyNames.test(text) ||
    /^[\w.-]+@|^https?:|^\.?\/|^[A-Z][a-z]+[A-Z]|^[A-Z][\w-]+\/[A-Z]/.test(text)
  )
    return false
  return /^\s*[A-Z][a-z]+/.test(text) || /[a-z,;:.] [a-zA-Z]/.test(text)
}

function nameOf(node: unknown): string {
  const { name, value } = node as { name?: unknown; value?: unknown }
  return String(typeof name === 'object' ? nameOf(name) : (name ?? value))
}
