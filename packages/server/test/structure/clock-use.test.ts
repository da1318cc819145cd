import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../src')
const CLOCK = 'platform/clock.ts'
/** Functions of the machine that have to do with time, and what of the clock is used instead. */
const TIMERS = ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval']
const TIMES = [
  'Date.now',
  'performance.now',
  'performance.timeOrigin',
  'process.hrtime',
  'process.uptime',
  'Temporal.Now',
]
const MODULES = ['timers', 'node:timers', 'timers/promises', 'node:timers/promises']
/** Gives other work a turn: no time passes that anything is decided by. */
const TURN = 'setImmediate'

interface SyntaxNode {
  type: string
  start: number
  [name: string]: unknown
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'
}

/** `setTimeout` of an identifier, `Date.now` of a member; what is reached by `globalThis` counts as itself. */
function nameOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined
  if (value.type === 'Identifier') return String(value.name)
  if (value.type !== 'MemberExpression') return undefined
  const [object, property] = [nameOf(value.object), nameOf(value.property)]
  return object === 'globalThis' ? property : `${object}.${property}`
}

/** What a node asks the machine for, if it asks it. Names of properties, methods and parameters are no use of the global. */
function useOf(node: SyntaxNode, parent: SyntaxNode | undefined): string | undefined {
  if (node.type === 'ImportDeclaration') {
    const source = (node.source as { value: string }).value
    const names = (node.specifiers as { imported?: { name: string } }[]).map(({ imported }) => imported?.name ?? '*')
    return MODULES.includes(source) ? names.find((name) => name !== TURN) : undefined
  }
  if (node.type === 'NewExpression')
    return nameOf(node.callee) === 'Date' && (node.arguments as unknown[]).length === 0 ? 'new Date()' : undefined
  if (node.type === 'CallExpression' && nameOf(node.callee) === 'Date') return 'Date()'
  const name = nameOf(node)
  if (name === undefined) return undefined
  if (node.type === 'MemberExpression') {
    const isGlobalTimer = TIMERS.includes(name) && nameOf(node.object) === 'globalThis'
    return TIMES.includes(name) || isGlobalTimer ? name : undefined
  }
  if (!TIMERS.includes(name) || parent?.type === 'ImportSpecifier') return undefined
  const isName = (parent?.property === node || parent?.key === node) && parent.computed !== true
  return isName ? undefined : name
}

/** A word of each use: most files have none, and need not be parsed. */
const WORDS = /Timeout|Interval|Date|performance|timers|hrtime|uptime|Temporal/

/** @returns what of the machine's time a file uses, with its lines */
function usesIn(code: string): string[] {
  const uses: string[] = []
  if (!WORDS.test(code)) return uses
  const visit = (value: unknown, parent?: SyntaxNode): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, parent)
    if (!isNode(value)) return
    const use = useOf(value, parent)
    if (use !== undefined) uses.push(`${code.slice(0, value.start).split('\n').length} ${use}`)
    for (const child of Object.values(value)) if (typeof child === 'object') visit(child, value)
  }
  visit(parseSync('file.ts', code, { lang: 'ts' }).program)
  return uses
}

test('a use of the time of the machine is found, however it is written, and nothing else is taken for one', () => {
  const planted = `import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
    const started = Date.now()
    const read = (now = Date.now) => now()
    const today = new Date()
    setTimeout(() => undefined, 5)
    const timer = globalThis.setInterval(read, 5)
    clearInterval(timer)
    export const begun = performance.now()
    const words = Date()
    const nanoseconds = process.hrtime.bigint()`
  expect(usesIn(planted)).toEqual([
    '1 setTimeout',
    '2 Date.now',
    '3 Date.now',
    '4 new Date()',
    '5 setTimeout',
    '6 setInterval',
    '7 clearInterval',
    '8 performance.now',
    '9 Date()',
    '10 process.hrtime',
  ])
  const fine = `import { setImmediate as nextTurn } from 'node:timers/promises'
    // Not Date.now() and not setTimeout(work, 5)
    const script = 'setTimeout(() => undefined, 5)'
    socket.setTimeout(5, () => socket.destroy())
    const signal = AbortSignal.timeout(5)
    const now = new Date(clock.now())
    const day = new Date(2026, 1)
    export const metrics = { setInterval: 1, performance: 2 }`
  expect(usesIn(fine)).toEqual([])
})

test('the server asks its clock for the time, and waits by it', () => {
  const files = globSync('**/*.ts', { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts') && file !== CLOCK)
  expect(files.length).toBeGreaterThan(1_000)
  const found = files.flatMap((file) => usesIn(readFileSync(join(ROOT, file), 'utf8')).map((use) => `${file}:${use}`))
  expect(found).toEqual([])
})
