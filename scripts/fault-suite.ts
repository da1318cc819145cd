import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { backup } from './faults/backup.ts'
import { clock } from './faults/clock.ts'
import { database } from './faults/database.ts'
import { disk } from './faults/disk.ts'
import { matrix } from './faults/matrix.ts'
import { namespaces } from './faults/namespaces.ts'
import { broker, nodes } from './faults/nodes.ts'
import { packets } from './faults/packets.ts'
import type { FaultPart, PartResult } from './faults/part.ts'
import { payloads } from './faults/payloads.ts'
import { slowSockets } from './faults/slow-sockets.ts'
import { starts } from './faults/starts.ts'

/**
 * The long tests of faults: `node scripts/fault-suite.ts starts 200 namespaces`. A number after a part is how often; without
 * names all of them run. Each leaves a ledger of what was acknowledged and found in the system's temporary folder.
 */
const parts: FaultPart[] = [
  starts,
  namespaces,
  disk,
  clock,
  database,
  nodes,
  broker,
  matrix,
  backup,
  packets,
  payloads,
  slowSockets,
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: String(Date.now() % 1_000_000) } },
})
const seed = Number(values.seed)
const results: { name: string; result: PartResult }[] = []
for (const { part, rounds } of chosenParts(positionals)) {
  results.push({ name: part.name, result: await runPart(part, rounds) })
}
for (const { name, result } of results) console.log(`${result.passed ? 'passed' : 'FAILED'} ${name}: ${result.summary}`)
process.exitCode = results.every(({ result }) => result.passed) ? 0 : 1

function chosenParts(words: string[]): { part: FaultPart; rounds: number }[] {
  const chosen: { part: FaultPart; rounds: number }[] = []
  for (const word of words) {
    const part = parts.find(({ name }) => name === word)
    const last = chosen.at(-1)
    if (part !== undefined) chosen.push({ part, rounds: part.rounds })
    else if (last !== undefined && /^[1-9]\d*$/.test(word)) last.rounds = Number(word)
    else endWithUsage(word)
  }
  return chosen.length > 0 ? chosen : parts.map((part) => ({ part, rounds: part.rounds }))
}

async function runPart(part: FaultPart, rounds: number): Promise<PartResult> {
  const ledgerFolder = await mkdtemp(join(tmpdir(), `packhouse-ledger-${part.name}-`))
  console.log(`${part.name}: ${rounds} rounds, seed ${seed}, ledger in ${ledgerFolder}`)
  const started = performance.now()
  const report = (line: string) => console.log(`${part.name}: ${line}`)
  const result = await part.run({ rounds, seed, ledgerFolder, report }).catch((error: Error) => {
    return { passed: false, summary: error.stack ?? error.message }
  })
  return { ...result, summary: `${result.summary}; ${Math.round((performance.now() - started) / 1000)} s` }
}

function endWithUsage(word: string): never {
  console.error(`There is no part ${word}. The parts, each with a number of rounds after it where you like:`)
  for (const { name, about, rounds } of parts) console.error(`  ${name} (${rounds}): ${about}`)
  process.exit(2)
}
