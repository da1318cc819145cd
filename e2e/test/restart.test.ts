import { expect, onTestFinished, test } from 'vitest'
import { CONFIGURATION_FAULT } from '../src/processes.ts'
import { runProduct, startProduct } from '../src/product.ts'

test('A second product in the same data folder is refused and leaves the first alone', async () => {
  const first = await startProduct({ environment: { SIMULATOR: 'off' } })
  onTestFinished(async () => void (await first.stop()))
  const second = runProduct({ DATA_DIR: first.dataDir, SIMULATOR: 'off' })
  expect(await second.ended).toBe(CONFIGURATION_FAULT)
  expect(second.output()).toBe(
    `Packhouse could not start.\nDATA_DIR ${first.dataDir} is in use by process ${first.process.pid}. ` +
      'Stop that one, or set DATA_DIR to another folder.\n',
  )
  expect((await fetch(`${first.url}/v1/health`)).status).toBe(200)
})
