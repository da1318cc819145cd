import type { Options } from '../options.ts'
import { atMost, finding, type RowResult } from '../report/finding.ts'
import type { Stage } from '../stage/stage.ts'
import { LogSearchCast, RARE, type SearchTimes } from './log-search-cast.ts'

const LINES = 10_000_000
const QUICK_LINES = 300_000
const LIMITS = { first: 300, rare: 2_000, all: 8_000, memory: 64 }
/** In many lines of every block. */
const COMMON = '/v1/auth/me'
/** Trigrams do not help with it: every line is read. It is in none. */
const PATTERN = 'zq[0-9]xj'

interface Round {
  common: SearchTimes
  rare: SearchTimes
  pattern: SearchTimes
  plain: number | undefined
}

/** Row 21: searching the server log, against fixed limits and ripgrep over the same lines unpacked. */
export async function measureLogSearch(stage: Stage, { quick, rounds, seed }: Options): Promise<RowResult> {
  const cast = await LogSearchCast.start(stage.folder, { lines: quick ? QUICK_LINES : LINES, seed })
  try {
    const results: Round[] = []
    for (let round = -1; round < rounds; round++) {
      const one: Round = {
        common: await cast.search(COMMON, false),
        rare: await cast.search(RARE, false),
        pattern: await cast.search(PATTERN, true),
        plain: await cast.searchPlain(RARE),
      }
      if (round >= 0) results.push(one)
    }
    return report(cast, results)
  } finally {
    await cast.stop()
  }
}

function report({ bytes, packedBytes }: LogSearchCast, rounds: readonly Round[]): RowResult {
  const over = (read: (round: Round) => number) => rounds.map(read)
  const plain = rounds.flatMap((round) => (round.plain === undefined ? [] : [round.rare.allMs / round.plain]))
  const memory = over(({ common, rare, pattern }) => Math.max(common.memoryMb, rare.memoryMb, pattern.memoryMb))
  return {
    row: 21,
    title: `search of the server log, ${(bytes / 1e9).toFixed(2)} GB of lines, ${(packedBytes / 1e9).toFixed(2)} GB packed`,
    findings: [
      finding(
        'first hits / limit',
        '',
        over(({ common }) => common.firstMs / LIMITS.first),
        atMost(1),
      ),
      finding(
        'a rare word, all files / limit',
        '',
        over(({ rare }) => rare.allMs / LIMITS.rare),
        atMost(1),
      ),
      finding(
        'a regular expression, every line / limit',
        '',
        over(({ pattern }) => pattern.allMs / LIMITS.all),
        atMost(1),
      ),
      finding(
        'memory / limit',
        '',
        memory.map((most) => most / LIMITS.memory),
        atMost(1),
      ),
      ...(plain.length === 0 ? [] : [finding('a rare word / ripgrep over the plain lines', '', plain)]),
      finding(
        'first hits',
        'ms',
        over(({ common }) => common.firstMs),
      ),
      finding(
        'a rare word, all files',
        'ms',
        over(({ rare }) => rare.allMs),
      ),
      finding(
        'a regular expression, every line',
        'ms',
        over(({ pattern }) => pattern.allMs),
      ),
    ],
    notes: [
      `Limits ${LIMITS.first}, ${LIMITS.rare} and ${LIMITS.all} ms, ${LIMITS.memory} MB more than at rest, resident. The rare word was found ${rounds[0]?.rare.hits} times, the pattern ${rounds[0]?.pattern.hits} times.`,
      ...(plain.length === 0 ? ['ripgrep is not installed here.'] : []),
    ],
  }
}
