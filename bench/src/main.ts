import { writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join, relative } from 'node:path'
import { type Options, readOptions, USAGE } from './options.ts'
import { type Facts, gatherFacts, loadBefore } from './report/facts.ts'
import type { RowResult } from './report/finding.ts'
import { printFacts, printRow } from './report/print.ts'
import { lastRun, type StoredRun, storeRun, toStored } from './report/stored-run.ts'
import { summaryOf } from './report/summary.ts'
import { measureBackup } from './rows/backup.ts'
import { measureBytes } from './rows/bytes.ts'
import { measureConfigurator } from './rows/configurator.ts'
import { measureContractTypes } from './rows/contract-types.ts'
import { measureDocuments } from './rows/documents.ts'
import { measureEditLock } from './rows/edit-lock.ts'
import { measureEvents } from './rows/events.ts'
import { measureFleetHistory } from './rows/fleet-history.ts'
import { measureFleetWall } from './rows/fleet-wall.ts'
import { measureHome } from './rows/home.ts'
import { measureIngest } from './rows/ingest.ts'
import { measureJobQuery } from './rows/job-query.ts'
import { measureLate } from './rows/late.ts'
import { measureListQuery } from './rows/list-query.ts'
import { measureLogSearch } from './rows/log-search.ts'
import { measureMatrix } from './rows/matrix.ts'
import { measureMatrixScroll } from './rows/matrix-scroll.ts'
import { measureMetrics } from './rows/metrics.ts'
import { measureOrdinary } from './rows/ordinary.ts'
import { measureOverview } from './rows/overview.ts'
import { measurePixel } from './rows/pixel.ts'
import { measureProject } from './rows/project.ts'
import { measureScale } from './rows/scale.ts'
import { measureScrape } from './rows/scrape.ts'
import { measureSeries } from './rows/series.ts'
import { measureSharedIngest } from './rows/shared-ingest.ts'
import { measureStream } from './rows/stream.ts'
import { measureUsage } from './rows/usage.ts'
import { measureWire } from './rows/wire.ts'
import { measureYear } from './rows/year.ts'
import { Stage } from './stage/stage.ts'

const rows: Record<number, (stage: Stage, options: Options) => Promise<RowResult>> = {
  1: measureIngest,
  2: measureBytes,
  3: measureOverview,
  4: measureSeries,
  5: measureMetrics,
  6: measureStream,
  7: measurePixel,
  8: measureHome,
  9: measureScale,
  10: measureListQuery,
  11: (_stage, options) => measureContractTypes(options),
  12: measureMatrix,
  13: (_stage, options) => measureConfigurator(options),
  14: measureMatrixScroll,
  15: (_stage, options) => measureDocuments(options),
  18: measureEditLock,
  17: measureProject,
  21: measureLogSearch,
  22: measureScrape,
  23: measureBackup,
  24: measureSharedIngest,
  25: measureOrdinary,
  26: measureWire,
  19: measureUsage,
  20: measureEvents,
  27: measureLate,
  28: measureJobQuery,
  29: measureFleetHistory,
  30: measureYear,
  31: measureFleetWall,
}

/** Runs of all rows, to compare the next one with. */
const HISTORY = join(import.meta.dirname, '../history')

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Measures the chosen rows one after the other, each on its own PostgreSQL, and reports. @returns whether every row was measured */
async function main(options: Options): Promise<boolean> {
  const results: RowResult[] = []
  const failures = new Map<number, string>()
  const load = loadBefore()
  const last = options.all ? await lastRun(HISTORY, { quick: options.quick, cores: cpus().length }) : undefined
  let facts: Facts | undefined
  let stored: string | undefined
  for (const row of options.rows) {
    const measure = rows[row]
    if (measure === undefined) continue
    const stage = new Stage(`row-${row}`)
    // PostgreSQL has its own process group and would stay behind.
    const leave = () => void stage.close().finally(() => process.exit(130))
    for (const signal of SIGNALS) process.on(signal, leave)
    try {
      await stage.open()
      facts ??= gatherFacts(options.seed, await stage.version(), load)
      const result = await measure(stage, options)
      printRow(result)
      results.push(result)
    } catch (error) {
      // At night the other rows are wanted all the same.
      if (!options.all) throw error
      console.error(`\nRow ${row} failed: ${(error as Error).stack}`)
      failures.set(row, (error as Error).message.split('\n')[0] ?? '')
    } finally {
      for (const signal of SIGNALS) process.off(signal, leave)
      await stage.close()
    }
    // A night may end early: what was measured by then is there.
    if (options.all && facts) stored = await storeRun(HISTORY, toRun(facts, options, results, failures))
  }
  if (facts === undefined) return false
  printFacts(facts)
  if (options.out !== undefined) await writeFile(options.out, `${JSON.stringify({ facts, rows: results }, null, 2)}\n`)
  if (stored !== undefined) {
    console.log(`\n${summaryOf(toRun(facts, options, results, failures), last)}`)
    console.log(`Stored as ${relative(process.cwd(), stored)}`)
  }
  return failures.size === 0
}

function toRun(
  facts: Facts,
  { rounds, metricsMachines: machines, quick }: Options,
  results: readonly RowResult[],
  failures: ReadonlyMap<number, string>,
): StoredRun {
  const failed = [...failures].map(([row, failure]) => ({ row, findings: [], failure }))
  return { facts, rounds, machines, quick, rows: [...results.map(toStored), ...failed] }
}

function read(): Options {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`)
    process.exit(2)
  }
}

main(read()).then(
  (isWhole) => process.exit(isWhole ? 0 : 1),
  (error: Error) => {
    console.error(error.stack)
    process.exit(1)
  },
)
