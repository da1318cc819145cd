import { writeFile } from 'node:fs/promises'
import { type Options, readOptions, USAGE } from './options.ts'
import { gatherFacts, loadBefore } from './report/facts.ts'
import type { RowResult } from './report/finding.ts'
import { printFacts, printRow } from './report/print.ts'
import { measureBytes } from './rows/bytes.ts'
import { measureConfigurator } from './rows/configurator.ts'
import { measureContractTypes } from './rows/contract-types.ts'
import { measureDocuments } from './rows/documents.ts'
import { measureEditLock } from './rows/edit-lock.ts'
import { measureEvents } from './rows/events.ts'
import { measureHome } from './rows/home.ts'
import { measureIngest } from './rows/ingest.ts'
import { measureJobQuery } from './rows/job-query.ts'
import { measureLate } from './rows/late.ts'
import { measureListQuery } from './rows/list-query.ts'
import { measureLogSearch } from './rows/log-search.ts'
import { measureMatrix } from './rows/matrix.ts'
import { measureMatrixScroll } from './rows/matrix-scroll.ts'
import { measureMetrics } from './rows/metrics.ts'
import { measureOverview } from './rows/overview.ts'
import { measurePixel } from './rows/pixel.ts'
import { measureProject } from './rows/project.ts'
import { measureScale } from './rows/scale.ts'
import { measureScrape } from './rows/scrape.ts'
import { measureSeries } from './rows/series.ts'
import { measureStream } from './rows/stream.ts'
import { measureUsage } from './rows/usage.ts'
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
  19: measureUsage,
  20: measureEvents,
  27: measureLate,
  28: measureJobQuery,
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Measures the chosen rows one after the other, each on its own PostgreSQL, and reports. */
async function main(options: Options): Promise<void> {
  const results: RowResult[] = []
  const load = loadBefore()
  let postgres = ''
  for (const row of options.rows) {
    const measure = rows[row]
    if (measure === undefined) continue
    const stage = new Stage(`row-${row}`)
    // PostgreSQL has its own process group and would stay behind.
    const leave = () => void stage.close().finally(() => process.exit(130))
    for (const signal of SIGNALS) process.on(signal, leave)
    try {
      await stage.open()
      postgres = await stage.version()
      const result = await measure(stage, options)
      printRow(result)
      results.push(result)
    } finally {
      for (const signal of SIGNALS) process.off(signal, leave)
      await stage.close()
    }
  }
  const facts = gatherFacts(options.seed, postgres, load)
  printFacts(facts)
  if (options.out !== undefined) await writeFile(options.out, `${JSON.stringify({ facts, rows: results }, null, 2)}\n`)
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
  () => process.exit(0),
  (error: Error) => {
    console.error(error.stack)
    process.exit(1)
  },
)
