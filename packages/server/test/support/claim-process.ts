import { claimDataDir } from '../../src/platform/data-dir.ts'
import { createLog } from '../../src/platform/log.ts'

/**
 * Claims a data folder when it is sent a message, reports what came of it and holds the claim until it is killed or its channel
 * ends: `node claim-process.ts <folder> <patience in ms>`.
 */
const [, , dataDir = '', patience = ''] = process.argv

process.once('message', async () => {
  try {
    await claimDataDir(dataDir, { log: createLog('silent'), patienceMs: Number(patience) })
    process.send?.({ claimed: true })
  } catch (error) {
    process.send?.({ claimed: false, words: error instanceof Error ? error.message : String(error) })
  }
})
// A channel without listeners does not keep a process alive.
process.on('message', () => undefined)
process.send?.({ waiting: true })
