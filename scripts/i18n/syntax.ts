import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseSync } from 'rolldown/utils'

/** A node of a syntax tree, with the nodes around it from the nearest to the file. */
export interface SyntaxNode {
  type: string
  start: number
  end: number
  [name: string]: unknown
}

export type Visit = (node: SyntaxNode, around: readonly SyntaxNode[]) => void

export interface Source {
  /** Below the repository, such as `packages/web/src/main.tsx`. */
  file: string
  code: string
  program: SyntaxNode
}

/** Every TypeScript file below a folder but tests and declarations. */
export function readSources(root: string, folder: string): Source[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name))
    .map((name) => {
      const path = join(root, folder, name)
      const code = readFileSync(path, 'utf8')
      const { program } = parseSync(path, code, { lang: path.endsWith('x') ? 'tsx' : 'ts' })
      return { file: relative(root, path), code, program: program as unknown as SyntaxNode }
    })
}

/** Shows every node of a file to `see`, parents first. */
export function walk({ program }: Source, see: Visit): void {
  const visit = (value: unknown, around: readonly SyntaxNode[]): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, around)
    if (!isNode(value)) return
    see(value, around)
    const inside = [value, ...around]
    for (const child of Object.values(value)) if (typeof child === 'object') visit(child, inside)
  }
  visit(program, [])
}

export function lineOf({ code }: Source, node: SyntaxNode): number {
  return code.slice(0, node.start).split('\n').length
}

/** The text of a literal or of what is constant in a template, with spaces for its expressions. */
export function constantText(node: SyntaxNode): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type !== 'TemplateLiteral') return undefined
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(' 1 ')
}

/** `assertThat` of `assertThat(…)`, `meet` of `this.issues.meet(…)`, `ProblemError` of `new ProblemError(…)`. */
export function calledName(node: SyntaxNode | undefined): string | undefined {
  if (node?.type !== 'CallExpression' && node?.type !== 'NewExpression') return undefined
  const callee = node.callee as SyntaxNode
  const name = callee.type === 'MemberExpression' ? (callee.property as SyntaxNode) : callee
  return name.type === 'Identifier' ? String(name.name) : undefined
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'
}
