import type { Options } from '../options.ts'
import { atMost, type Finding, finding, type RowResult } from '../report/finding.ts'
import type { Stage } from '../stage/stage.ts'
import { type Figures, ListQueryCast } from './list-query-cast.ts'

const CUSTOMERS = 100_000
const RUNS = 20
/** What a list may take in the database, ms. */
const LIMIT_MS = 20

/** What people ask a list for, by what they would say of it. */
const requests: Record<string, Record<string, string>> = {
  'sorted by name, no search': { sort: 'name' },
  'sorted by the newest change': { sort: '-updatedAt' },
  'a rare word': { sort: 'name', search: 'zanzibar' },
  'a word of every tenth name': { sort: 'name', search: 'bakery' },
  'a word of every tenth name, newest first': { sort: '-createdAt', search: 'bakery' },
  'a word of every tenth name, in an order of no index': { sort: 'status,-name', search: 'bakery' },
  'a word and the start of another': { sort: 'name', search: 'bakery nord' },
  'a word of every name': { sort: 'name', search: 'holding' },
  'one letter that few words start with': { sort: 'name', search: 'z' },
  'one letter that every third word starts with': { sort: 'name', search: 'b' },
  'a filter, sorted by status and name': { sort: 'status,name', status: 'prospect' },
  'a word without matches': { sort: 'name', search: 'qqqqqq' },
  'the page in the middle': { sort: 'name', page: String(CUSTOMERS / 50) },
  'the last page': { sort: 'name', page: String(CUSTOMERS / 25) },
  'the last page, the other way round': { sort: '-name', page: String(CUSTOMERS / 25) },
}

/** Row 10: a list of 25 out of 100,000 with search and sort, against a round trip and against reading every row. */
export async function measureListQuery(stage: Stage, options: Options): Promise<RowResult> {
  const cast = await ListQueryCast.start(stage, { customers: CUSTOMERS, seed: options.seed })
  const rounds = new Map<string, Figures[]>(Object.keys(requests).map((what) => [what, []]))
  for (let round = -1; round < options.rounds; round++) {
    for (const [what, query] of Object.entries(requests)) {
      const figures = await cast.measure(query, RUNS)
      if (round >= 0) rounds.get(what)?.push(figures)
    }
  }
  return {
    row: 10,
    title: `a list of 25 out of ${CUSTOMERS.toLocaleString('en')} customers, the page and how many there are`,
    findings: [...rounds].flatMap(([what, figures]) => findingsOf(what, figures)),
    notes: [
      "Times in the database are those of EXPLAIN ANALYZE, as the role of staff's requests, of all that a list asks: how many, and the page.",
    ],
  }
}

function findingsOf(what: string, figures: Figures[]): Finding[] {
  const over = (read: (figures: Figures) => number) => figures.map(read)
  return [
    finding(
      `${what}: median in the database`,
      'ms',
      over((one) => one.median),
      atMost(LIMIT_MS),
    ),
    finding(
      `${what}: of that / the ${LIMIT_MS} ms of the target`,
      '',
      over((one) => one.median / LIMIT_MS),
      atMost(1),
    ),
    finding(
      `${what}: of it the page`,
      'ms',
      over((one) => one.page),
    ),
    finding(
      `${what}: 95th percentile in the database`,
      'ms',
      over((one) => one.p95),
    ),
    finding(
      `${what}: time in the database / round trip of SELECT 1`,
      '',
      over((one) => one.median / one.roundTrip),
    ),
    finding(
      `${what}: time in the database / the same without indexes`,
      '',
      over((one) => one.median / one.scan),
    ),
  ]
}
