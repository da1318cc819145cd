import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { RenderError, type RenderLimits, RenderPool } from '../../src/documents/render/render-pool.ts'
import type { RenderAnswer, RenderTask } from '../../src/documents/render/render-task.ts'
import { until } from '../support/until.ts'

const MiB = 1024 ** 2
const limits: RenderLimits = {
  processes: 1,
  queue: 20,
  perOwner: 20,
  documentsPerProcess: 200,
  timeoutMs: 300_000,
  memoryBytes: 600 * MiB,
}
const pools: RenderPool[] = []
const pool = poolOf({})

function poolOf(other: Partial<RenderLimits>): RenderPool {
  const made = new RenderPool({ ...limits, ...other })
  pools.push(made)
  return made
}

/** What ends a hostile template; a busy machine may take as long for others. */
const HASTY = { timeoutMs: 3_000 }

afterAll(() => {
  for (const each of pools) each.stop()
})

const HEAD = '#set document(title: "A document")\n#set text(lang: "en", font: "Inter")\n'
const taskOf = (source: string, other: Partial<RenderTask> = {}): RenderTask => ({
  sources: { 'main.typ': source },
  data: '{}',
  madeAt: 1_780_000_000,
  taggedPages: 50,
  pages: 500,
  ...other,
})
const render = (source: string, other?: Partial<RenderTask>) => pool.render(taskOf(source, other), 'a test')

function documentOf(answer: RenderAnswer) {
  if (!('document' in answer)) throw new Error(`There is no document: ${JSON.stringify(answer)}`)
  return answer.document
}

async function faultOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof RenderError)) throw new Error('It was rendered.', { cause: error })
  return error.fault
}

describe('a document', () => {
  test('is made of a template and its data, and the same ones give the same bytes in another process', async () => {
    const source = `${HEAD}#let d = json("data.json")\n= #d.title\n#table(columns: 2, ..d.rows.flatten())`
    const data = JSON.stringify({ title: 'Ωμέγα Łódź Привет', rows: [['a', 'b']] })
    const first = documentOf(await render(source, { data }))
    expect([first.pages, first.isTagged, first.warnings]).toEqual([1, true, []])
    expect(Buffer.from(first.pdf).subarray(0, 5).toString()).toBe('%PDF-')
    const second = documentOf(await poolOf({}).render(taskOf(source, { data }), 'another'))
    expect(Buffer.compare(first.pdf, second.pdf)).toBe(0)
  })

  test('includes what the template shares with others', async () => {
    const sources = { 'main.typ': `${HEAD}#import "shared.typ": word\n#word`, 'shared.typ': '#let word = [shared]' }
    expect(documentOf(await render('', { sources })).pages).toBe(1)
    expect(await render(`${HEAD}#import "shared.typ": word`)).toMatchObject({
      faults: [{ source: 'main.typ', line: 3 }],
    })
  })

  test('has no tags where it is long, and is refused where it is longer', async () => {
    const source = `${HEAD}#for i in range(6) [Page #i #pagebreak(weak: true)]`
    expect(documentOf(await render(source, { taggedPages: 5 }))).toMatchObject({ isTagged: false, pages: 6 })
    expect(await render(source, { pages: 5 })).toEqual({ tooManyPages: 6 })
  })

  test('has letters from right to left, Chinese, Japanese and Korean ones, and emoji', async () => {
    expect(documentOf(await render(`${HEAD}שלום مرحبا 中文 かな 한글 📦 1️⃣`)).replaced).toEqual([])
  })

  test('has a sign in the place of what no font has, and names it, with tags and without', async () => {
    for (const taggedPages of [0, 50]) {
      const data = JSON.stringify({ title: 'ꦗꦮ and 文' })
      const { replaced } = documentOf(await render(`${HEAD}#json("data.json").title, ꦥ`, { data, taggedPages }))
      expect(replaced.toSorted()).toEqual(['ꦗ', 'ꦥ', 'ꦮ'])
    }
  })

  test('is none where the template writes such a character in a way in which it cannot be replaced', async () => {
    expect(await render(`${HEAD}#"\\u{a997}"`)).toEqual({ missingGlyphs: ['ꦗ'] })
  })
})

test('a wrong template is answered with the places of its faults', async () => {
  const answer = await render(`${HEAD}Fine\n  #(1 + "a")\n`)
  const place = { source: 'main.typ', line: 4, column: 5, endLine: 4, endColumn: 12 }
  expect(answer).toEqual({ faults: [{ message: 'cannot add integer and string', hints: [], ...place }] })
})

describe('a hostile template', () => {
  const hostile: Record<string, string> = {
    'reads a file of the machine': '#read("/etc/passwd")',
    'reads a file outside of its folder': '#read("../../../../etc/passwd")',
    'reads the file that keeps fonts of the machine out': '#read("../fonts.conf")',
    'reads the same file by its place': '#read("/fonts.conf")',
    'shows a picture of the machine by its path': '#image("/etc/passwd")',
    'shows a picture outside of its folder': '#image("../../../../../../etc/passwd")',
    'takes data from a file by its path': '#csv("/etc/passwd", delimiter: ":")',
    'takes the surroundings of its process as data': '#read("/proc/self/environ", encoding: none)',
    'imports a source outside of its folder': '#import "../../../../etc/passwd": *',
    'includes a file by its path': '#include "/etc/hostname"',
    'cites a file by its path': '#bibliography("/etc/passwd")',
    'takes a package from the network': '#import "@preview/cetz:0.3.1": *',
    'runs a program': '#plugin("/bin/ls")',
    'calls itself without end': '#let f(x) = f(x + 1)\n#f(1)',
    'goes round in circles': '#while true { }',
    'has ten million cells': '#table(columns: 10, ..range(10000000).map(str))',
    'makes a text of gigabytes': '#let s = "x" * 1000\n#for i in range(9) { s = s * 10 }\n#s',
    'lays out again and again':
      '#context { let n = counter("a").final(); counter("a").update(n => n + 1) }\n#for i in range(100000) [#context counter(page).final() #pagebreak()]',
  }

  const hasty = poolOf(HASTY)
  const renderHastily = (source: string) => hasty.render(taskOf(HEAD + source), 'a test')

  test.for(Object.entries(hostile))(
    'that %s ends with an error, and the next document is rendered',
    async ([, source]) => {
      const answer = await renderHastily(source).catch((error: unknown) => error)
      const isRefused =
        answer instanceof RenderError || 'faults' in (answer as object) || 'tooManyPages' in (answer as object)
      expect(isRefused, JSON.stringify(answer).slice(0, 300)).toBe(true)
      expect(JSON.stringify(answer)).not.toContain('root:')
      const next = await until('the next document', () =>
        renderHastily('Fine').catch((error: unknown) => {
          if (error instanceof RenderError && error.fault === 'timeout') return undefined
          throw error
        }),
      )
      expect(documentOf(next).pages).toBe(1)
    },
  )

  test('that takes too long, or too much memory, is said to do so', async () => {
    const cells = '#table(columns: 10, ..range(10000000).map(str))'
    expect(await faultOf(poolOf({ timeoutMs: 500 }).render(taskOf(HEAD + cells), 'a'))).toBe('timeout')
    expect(await faultOf(poolOf({ memoryBytes: 200 * MiB }).render(taskOf(HEAD + cells), 'a'))).toBe('memory')
  })

  test('that is nested too deeply for the compiler is said to be so, and harms no other', async () => {
    const deep = `${HEAD}#(${'-'.repeat(50_000)}1)`
    const [fault, next] = await Promise.all([faultOf(render(deep)), render(`${HEAD}Fine`)])
    expect(fault).toBe('crash')
    expect(documentOf(next).pages).toBe(1)
  })

  test('finds no secret of the product in the inputs', async () => {
    const answer = await render(`${HEAD}#assert(sys.inputs.len() == 0)\nFine`)
    expect(documentOf(answer).pages).toBe(1)
  })
})

describe('a pool', () => {
  const slow = `${HEAD}#table(columns: 10, ..range(12000).map(str))`

  test('refuses what is more than may wait, or more than one owner may have', async () => {
    const small = poolOf({ queue: 2, perOwner: 3 })
    const first = [1, 2].map(() => small.render(taskOf(`${HEAD}Fine`), 'a'))
    expect(await faultOf(small.render(taskOf(HEAD), 'b'))).toBe('queue_full')
    await Promise.all(first)
    const owner = poolOf({ perOwner: 1 })
    const one = owner.render(taskOf(`${HEAD}Fine`), 'a')
    expect(await faultOf(owner.render(taskOf(HEAD), 'a'))).toBe('owner_limit')
    documentOf(await owner.render(taskOf(`${HEAD}Fine`), 'b'))
    documentOf(await one)
  })

  test('renders the document of a process that was killed again', async () => {
    const killed = poolOf({ memoryBytes: 4_096 * MiB })
    documentOf(await killed.render(taskOf(`${HEAD}Fine`), 'a'))
    const before = childrenOf('render-child.ts')
    const answer = killed.render(taskOf(slow), 'a')
    for (const pid of before) process.kill(pid, 'SIGKILL')
    expect(documentOf(await answer).pages).toBeGreaterThan(3)
  })

  test('that is killed in the middle of a document leaves no process and no folder behind', async () => {
    const script = fileURLToPath(new URL('render-parent.ts', import.meta.url))
    const parent = fork(script, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    const [pid] = (await once(parent, 'message')) as [number]
    const folder = folderOf(pid)
    expect(existsSync(folder)).toBe(true)
    parent.kill('SIGKILL')
    await until('the process that renders is gone', () => !isRunning(pid))
    expect(existsSync(folder)).toBe(false)
  })

  test('loses none of many documents, and replaces its processes', { tags: ['long'] }, async () => {
    const busy = poolOf({ processes: 2, queue: 100, perOwner: 100, documentsPerProcess: 10 })
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => busy.render(taskOf(`${HEAD}Document ${i}`), 'a')),
    )
    expect(answers.map((answer) => documentOf(answer).pages)).toEqual(answers.map(() => 1))
    expect(busy.load).toMatchObject({ busy: 0, waiting: 0 })
  })

  test('of one person holds up no document of another, however heavy', async () => {
    const shared = poolOf({ processes: 2 })
    const endless = `${HEAD}#let many = range(100000)\n#for i in many { for j in many { } }`
    const heavy = Array.from({ length: 4 }, () => faultOf(shared.render(taskOf(endless), 'a')))
    documentOf(await shared.render(taskOf(`${HEAD}Light`), 'b'))
    expect(shared.load).toMatchObject({ busy: 1, waiting: 3 })
    shared.stop()
    expect(await Promise.all(heavy)).toEqual(heavy.map(() => 'stopped'))
  })

  test('that is stopped refuses what comes, and leaves no process behind', async () => {
    const stopped = poolOf({})
    documentOf(await stopped.render(taskOf(`${HEAD}Fine`), 'a'))
    stopped.stop()
    expect(await faultOf(stopped.render(taskOf(HEAD), 'a'))).toBe('stopped')
  })
})

/** The folder of a process that renders, as its arguments name it. */
function folderOf(pid: number): string {
  const args = execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
  return dirname(args.trim().split(' ').at(-1) ?? '')
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The ids of this process's children that run a script. */
function childrenOf(script: string): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [, pid, parent, args] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return Number(parent) === process.pid && args?.includes(script) ? [Number(pid)] : []
  })
}
