import { calledName, type Source, type SyntaxNode, walk } from './syntax.ts'

/** The keys that sources name, with those that `alarms.event.${kind}` can mean as a pattern. */
export function usedKeys(sources: readonly Source[]): (key: string) => boolean {
  const keys = new Set<string>()
  const patterns: [prefix: string, suffix: string][] = []
  const see = (node: SyntaxNode) => {
    const name = calledName(node)
    if (name !== 't' && name !== 'rich') return
    for (const key of possibleKeys((node.arguments as SyntaxNode[])[0])) {
      if (typeof key === 'string') keys.add(key)
      else patterns.push(key)
    }
  }
  for (const source of sources) walk(source, see)
  return (key) => keys.has(key) || patterns.some(([from, to]) => key.startsWith(from) && key.endsWith(to))
}

function possibleKeys(node: SyntaxNode | undefined): (string | [prefix: string, suffix: string])[] {
  if (node?.type === 'Literal') return [String(node.value)]
  if (node?.type !== 'TemplateLiteral') return []
  const [prefix = '', suffix = ''] = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
  return [[prefix, suffix]]
}
