import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { calls } from '@packhouse/contract'
import {
  cellsOf,
  REFUSED_WITHIN_MS,
  RightsMatrix,
  randomNumbers,
  startDatabaseServer,
  TestNodes,
  UNLIMITED,
  withdraw,
} from '@packhouse/server/testing'
import type { FaultPart, PartOptions, PartResult } from './part.ts'

const ROLES = ['worker', 'ingest', 'api', 'api', 'api']
/** pino's level `error`, as it is written in a line. */
const ERROR_LINE = /^\{"level":(50|60),.*$/gm

/** The whole matrix of rights: everybody signs in at one api node, and the others are asked in turn. */
export const matrix: FaultPart = {
  name: 'matrix',
  about:
    'all rights of everybody, signed in at one of several nodes and asked at the others, and rights that are taken away',
  rounds: 1,
  run: runMatrix,
}

async function runMatrix({ rounds, seed, ledgerFolder, report }: PartOptions): Promise<PartResult> {
  const server = await startDatabaseServer()
  const cluster = await TestNodes.create(server.url, UNLIMITED)
  const random = randomNumbers(seed)
  const faults: string[] = []
  let asked = 0
  let latest = 0
  try {
    const nodes = await cluster.startAll(ROLES)
    const ports = await Promise.all(nodes.filter(({ role }) => role === 'api').map((node) => cluster.portOf(node)))
    for (let round = 0; round < rounds; round += 1) {
      const home = ports[round % ports.length] as number
      const away = ports.filter((port) => port !== home)
      const rights = await RightsMatrix.create(() => home)
      for (const cell of Object.keys(calls).flatMap(cellsOf)) {
        const fault = await rights.faultOf(cell, away[Math.floor(random() * away.length)] as number)
        asked += 1
        if (fault !== undefined) faults.push(fault)
        if (asked % 1_000 === 0) report(`${asked} requests, ${faults.length} not as expected`)
      }
      for (const port of away) {
        for (const [way, { lateMs, refusals, expected }] of await withdraw(rights.caller('staff', home), port)) {
          latest = Math.max(latest, lateMs)
          report(`${way} taken away: last let in ${lateMs} ms later, then refused with ${refusals.join()}`)
          if (lateMs > REFUSED_WITHIN_MS || refusals.join() !== expected.join())
            faults.push(`${way}: ${lateMs} ms, ${refusals.join()}`)
        }
      }
    }
    for (const [line] of cluster.output.matchAll(ERROR_LINE)) faults.push(`in a log: ${line}`)
    await writeFile(join(ledgerFolder, 'not-as-expected.txt'), faults.join('\n'))
    return {
      passed: faults.length === 0,
      summary: `${asked} requests, ${faults.length} not as expected; of use after they were taken away for ${latest} ms at most${faults
        .slice(0, 20)
        .map((fault) => `\n  ${fault}`)
        .join('')}`,
    }
  } catch (error) {
    throw new Error(`${(error as Error).stack}\n${cluster.output}`, { cause: error })
  } finally {
    await cluster.end()
    await server.stop()
  }
}
