import { parseArgs } from 'node:util'
import { burnCores } from './testing/burn-cores.mjs'
import { runInLanes } from './testing/lanes.mjs'
import { prepareTests } from './testing/prepare.mjs'
import { runVitest } from './testing/run-vitest.mjs'
import { gate } from './testing/suites.mjs'

/**
 * `npm run test:steady -- [--times 20] [--seed 1] [--only] [files …]`: the gate's files, or those that are named (long ones too), again and again in
 * shuffled order, every second time as on a busy machine: beside two processes that keep a core busy each, and with signals of the database that arrive late.
 * There is no second look: each failure is listed with its seed.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'boolean', default: false },
  },
})
const times = Number(values.times)
const seed = Number(values.seed)
if (!Number.isInteger(times) || times < 1 || !Number.isInteger(seed)) usage('--times and --seed are whole numbers.')
if (values.only && positionals.length === 0) usage('--only needs the names of files.')

prepareTests()
/** @type {Map<string, { when: string[], message: string }>} by what failed; the message is that of the first time */
const failures = new Map()
let testCount = 0
for (let time = 0; time < times; time++) await runOnce(seed + time, time % 2 === 1)
for (const [what, { when, message }] of failures)
  console.log(`\nFAILED ${when.length} of ${times} times (${when.join('; ')}): ${what}\n${message}`)
console.log(
  `\n${times} runs, ${testCount} tests: ${failures.size === 0 ? 'steady' : `${failures.size} are not steady`}`,
)
process.exitCode = failures.size === 0 && testCount > 0 ? 0 : 1

/**
 * @param {number} order seed of the order
 * @param {boolean} isBusy whether two cores are busy with something else, and signals of the database late
 */
async function runOnce(order, isBusy) {
  const when = `seed ${order}${isBusy ? ', busy' : ''}`
  console.log(`\n${when}`)
  const args = ['--sequence.shuffle.files', `--sequence.seed=${order}`, ...positionals]
  const runs = positionals.length === 0 ? gate : [{ projects: [] }]
  process.env.LATE_SIGNALS = isBusy ? 'on' : 'off'
  const stop = isBusy ? burnCores(2) : undefined
  const results = await runInLanes(runs, (run) => runVitest(run, { args }))
  stop?.()
  for (const { files, errors } of results) {
    testCount += files.reduce((sum, { passed, failed }) => sum + passed + failed, 0)
    for (const error of errors) note('outside of tests', error, when)
    for (const { file, failures: ones } of files)
      for (const { name, message } of ones) note(`${file}: ${name}`, message, when)
  }
}

/**
 * @param {string} what
 * @param {string} message
 * @param {string} when
 */
function note(what, message, when) {
  const known = failures.get(what)
  if (known === undefined) failures.set(what, { when: [when], message })
  else known.when.push(when)
}

/** @param {string} problem @returns {never} */
function usage(problem) {
  console.error(`${problem}\nnpm run test:steady -- [--times 20] [--seed 1] [--only] [files …]`)
  process.exit(2)
}
