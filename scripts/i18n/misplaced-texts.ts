import { calledName, lineOf, type Source, type SyntaxNode, walk } from './syntax.ts'

/** Functions that take selectors, media queries and names of types: in another language they would find nothing. */
const takesCode =
  /^(querySelector(All)?|closest|matches|matchMedia|includes|startsWith|endsWith|getPropertyValue|addEventListener)$/
/** Attributes of elements that no person reads. */
const takesCodeToo = /^(className|d|transform|viewBox|style|href|src|id|type)$/

/** Messages in places where a program reads them, as `file:line`. */
export function misplacedTexts(source: Source): string[] {
  const found: string[] = []
  walk(source, (node, [parent, ...around]) => {
    if (calledName(node) !== 't' || parent === undefined || !isForPrograms(node, parent, around)) return
    found.push(`${source.file}:${lineOf(source, node)}`)
  })
  return found
}

function isForPrograms(node: SyntaxNode, parent: SyntaxNode, around: readonly SyntaxNode[]): boolean {
  if (parent.type === 'BinaryExpression') return /^[!=]==?$/.test(String(parent.operator))
  if (parent.type === 'JSXExpressionContainer') {
    const [attribute] = around
    return attribute?.type === 'JSXAttribute' && takesCodeToo.test(String((attribute.name as SyntaxNode).name))
  }
  return takesCode.test(calledName(parent) ?? '') && (parent.arguments as SyntaxNode[]).includes(node)
}
