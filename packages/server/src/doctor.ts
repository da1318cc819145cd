import { parseArgs } from 'node:util'
import { checks } from './platform/doctor/checks/index.ts'
import { lookAt } from './platform/doctor/installation.ts'
import { reportLines } from './platform/doctor/report.ts'
import { runChecks } from './platform/doctor/run-checks.ts'

const USAGE = `npm run doctor -- [--json] [--network]
  --json     the result for programs
  --network  also signs in to the mail server`

/** `npm run doctor`: tells what is wrong with an installation and what to do. It ends with 1 where something is a fault, else with 0. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { json: { type: 'boolean' }, network: { type: 'boolean' } } })
  const { installation, close } = await lookAt(process.env)
  const examined = await runChecks(checks, installation, { network: values.network === true })
  await close()
  const isFault = examined.some(({ state }) => state === 'fault')
  const lines = values.json ? [JSON.stringify({ ok: !isFault, checks: examined }, null, 2)] : reportLines(examined)
  await new Promise((resolve) => process.stdout.write(`${lines.join('\n')}\n`, resolve))
  // A check that has not ended within its time may still hold something open.
  process.exit(isFault ? 1 : 0)
}

main().catch((error: Error & { code?: string }) => {
  const isUsage = error.code?.startsWith('ERR_PARSE_ARGS') === true
  process.stderr.write(`${isUsage ? `${error.message}\n${USAGE}` : (error.stack ?? String(error))}\n`)
  process.exit(2)
})
