import { parseArgs } from 'node:util'
import { runCrashes } from '@packhouse/server/testing'

/** The long crash test: `node scripts/crash-suite.ts --kills 1000 --seed 1`. The suite runs the same with fewer kills. */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const options = { kills: Number(values.kills), seed: Number(values.seed) }

console.log(`Crash suite: ${options.kills} kills, seed ${options.seed}`)
const started = performance.now()
const { acknowledged, kills } = await runCrashes({ ...options, report: (line) => console.log(line) })
const seconds = Math.round((performance.now() - started) / 1000)
console.log(
  `Kills: ${Object.entries(kills)
    .map(([victim, count]) => `${victim} ${count}`)
    .join(', ')}`,
)
console.log(`${acknowledged} records were acknowledged; each is stored once and counted once. ${seconds} s.`)
