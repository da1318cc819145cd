import { expect, onTestFinished, test } from 'vitest'
import { runNamespaces } from '../support/crash/namespace-run.ts'
import { runStarts } from '../support/crash/start-run.ts'
import { mayMakeNamespaces } from '../support/namespaces.ts'
import { seed } from '../support/seed.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'

/** `node scripts/fault-suite.ts starts 200` is the long form. */
const ROUNDS = 3
const namespaces = await mayMakeNamespaces()

async function ledgerFolder(): Promise<string> {
  const folder = await makeTemporaryFolder('ledger')
  onTestFinished(folder.remove)
  return folder.path
}

test(`${ROUNDS} starts in the moment of a kill are all ready, and lose nothing (seed ${seed})`, {
  timeout: 600_000,
}, async () => {
  const result = await runStarts({ rounds: ROUNDS, seed, ledgerFolder: await ledgerFolder() })
  expect(result).toMatchObject({ starts: ROUNDS, refused: [], acknowledged: ROUNDS * 30, found: ROUNDS * 30 })
})

// Only root on Linux may make namespaces.
test.runIf(namespaces)(
  `of products in containers of their own one has the data folder (seed ${seed})`,
  {
    timeout: 600_000,
  },
  async () => {
    const result = await runNamespaces({ rounds: 1, seed, ledgerFolder: await ledgerFolder() })
    expect(result).toEqual({ pairs: 1, both: 0, acknowledged: 120, found: 120 })
  },
)
