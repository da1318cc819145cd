import { execFileSync } from 'node:child_process'
import { makeRenderPool, tableTask } from '@packhouse/server/testing'
import { createRandom } from '../driver/random.ts'
import type { Options } from '../options.ts'
import { atMost, finding, type RowResult } from '../report/finding.ts'

const LINES = 200
const DOCUMENTS = 60
/** About 39 lines are a page. */
const LONG_LINES = 7_900
const MANY = 1_000
const AT_ONCE = 8
const QUICK = { documents: 10, longLines: 700, many: 60 }
const P95_MS = 150
const LONG_MS = 5_000
const MEMORY_MB = 1_200
const LOOK_MS = 50

/** Rows 15 and 16: documents of 200 lines with new data, one of 200 pages, and 1,000 documents 8 at once, against fixed limits. */
export async function measureDocuments({ quick, rounds, seed }: Options): Promise<RowResult> {
  const size = quick ? QUICK : { documents: DOCUMENTS, longLines: LONG_LINES, many: MANY }
  const random = createRandom(seed)
  const times: number[][] = []
  const long: { ms: number; pages: number; memory: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const pool = makeRenderPool(1)
    try {
      for (let n = 0; n < 5; n++) await pool.render(tableTask(LINES, random), 'warm')
      times.push(await oneByOne(pool, size.documents, random))
      long.push(await oneLong(size.longLines, random))
    } finally {
      pool.stop()
    }
  }
  const many = await manyAtOnce(size.many, random)
  return {
    row: 15,
    title: `PDF of ${LINES} lines with new data; of 200 pages (row 16); ${size.many} documents, ${AT_ONCE} at once`,
    findings: [
      finding(
        `${LINES} lines, p95 / limit`,
        '',
        times.map((all) => at(all, 0.95) / P95_MS),
        atMost(1),
      ),
      finding(
        `${LINES} lines, median`,
        'ms',
        times.map((all) => at(all, 0.5)),
      ),
      finding(
        '200 pages / limit',
        '',
        long.map(({ ms }) => ms / LONG_MS),
        atMost(1),
      ),
      finding(
        '200 pages, memory / limit',
        '',
        long.map(({ memory }) => memory / MEMORY_MB),
        atMost(1),
      ),
      finding(`${size.many} documents, most memory of a process / limit`, '', [many.memory / MEMORY_MB], atMost(1)),
      finding(`${size.many} documents, lost`, '', [many.lost], atMost(0)),
    ],
    notes: [
      `Limits ${P95_MS} ms, ${LONG_MS} ms and ${MEMORY_MB} MB. The long document had ${long.at(-1)?.pages} pages.`,
      'Tables with repeated heads and carried sums; PDF/UA-1 up to 50 pages. Processes were warm.',
    ],
  }
}

async function oneByOne(
  pool: ReturnType<typeof makeRenderPool>,
  documents: number,
  random: () => number,
): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < documents; n++) {
    const task = tableTask(LINES, random)
    const start = performance.now()
    const answer = await pool.render(task, 'bench')
    times.push(performance.now() - start)
    if (!('document' in answer)) throw new Error(`A document was not made: ${JSON.stringify(answer)}`)
  }
  return times
}

async function oneLong(lines: number, random: () => number) {
  const pool = makeRenderPool(1)
  const watch = watchMemory()
  try {
    await pool.render(tableTask(1, random), 'warm')
    const start = performance.now()
    const answer = await pool.render(tableTask(lines, random), 'bench')
    const ms = performance.now() - start
    return { ms, pages: 'document' in answer ? answer.document.pages : 0, memory: watch.most() }
  } finally {
    watch.stop()
    pool.stop()
  }
}

async function manyAtOnce(documents: number, random: () => number) {
  const pool = makeRenderPool(AT_ONCE)
  const watch = watchMemory()
  try {
    const answers = await Promise.all(
      Array.from({ length: documents }, () => pool.render(tableTask(LINES / 10, random), 'bench')),
    )
    return { lost: answers.filter((answer) => !('document' in answer)).length, memory: watch.most() }
  } finally {
    watch.stop()
    pool.stop()
  }
}

/** The most resident memory, in MB, that one process that renders had. */
function watchMemory() {
  let most = 0
  const look = () => {
    const lines = execFileSync('ps', ['-o', 'rss=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    for (const line of lines.split('\n').filter((one) => one.includes('render-child'))) {
      most = Math.max(most, Number.parseInt(line, 10) / 1024)
    }
  }
  const timer = setInterval(look, LOOK_MS)
  return {
    stop: () => clearInterval(timer),
    most: () => {
      look()
      return most
    },
  }
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
}
