import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiKeys } from '../../../src/access/api-keys/api-keys.ts'
import { DeviceCertificates } from '../../../src/access/api-keys/device-certificates.ts'
import { StoredGuesses } from '../../../src/access/guess-store.ts'
import { LoginLimits } from '../../../src/access/login-limits.ts'
import { PasswordHasher } from '../../../src/access/password-hasher.ts'
import { RefusalLog } from '../../../src/access/refusal-log.ts'
import { RetentionJob } from '../../../src/history/index.ts'
import { Telemetry } from '../../../src/monitoring/telemetry.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { Database } from '../../../src/platform/database.ts'
import { DatabaseFaults } from '../../../src/platform/database-faults.ts'
import { DiskSpace } from '../../../src/platform/disk-space.ts'
import { keysOf } from '../../../src/platform/installation-keys.ts'
import { createLog } from '../../../src/platform/log.ts'
import { Refusals } from '../../../src/platform/refusals.ts'
import { defaultSettings } from '../default-settings.ts'

/** Short, so that every kill may fall into a round: the product rests for minutes. */
const ROUND_PAUSE_MS = 50

/**
 * The ingest as its own process: the broker, the way into the database and the retention job that seals, and nothing of the
 * product that would only make it slower to start again.
 */
const [, , databaseUrl = ''] = process.argv
const log = createLog('error')
const database = new Database(databaseUrl, createLog('silent'))
const { mqttLimits, passwordHashes } = readConfig({})
const refusals = new Refusals()
const apiKeys = new ApiKeys(database.system, new RefusalLog(database.system, { log, refusals, most: 100 }))
const telemetry = new Telemetry({
  database,
  databaseUrl,
  faults: new DatabaseFaults(new DiskSpace(0, log), log),
  log,
  host: '127.0.0.1',
  mqttPort: 0,
  sparkplugHostId: 'crash',
  dataDir: tmpdir(),
  keys: keysOf('of a crash test'),
  mqttLimits,
  guesses: new LoginLimits(new StoredGuesses(database.system, 'mqtt'), refusals, 'mqtt'),
  passwords: new PasswordHasher(passwordHashes, refusals),
  apiKeys,
  deviceCertificates: new DeviceCertificates(database.system),
  refusals,
  reportRefusal: () => undefined,
  config: readConfig({}),
  settings: defaultSettings,
  signals: { on: () => undefined },
})
process.on('disconnect', () => process.exit(0))
const mqttPort = await telemetry.start()
process.send?.({ mqttPort })

const retention = new RetentionJob(databaseUrl, database.pool, log)
let sealed = 0
for (;;) {
  // A database that is away is what is tested here; the next round does what this one could not.
  const round = await retention.round(Date.now()).catch(() => undefined)
  sealed += round?.sealed ?? 0
  if (process.connected) process.send?.({ sealed, issue: telemetry.ingest.healthIssue() })
  await sleep(ROUND_PAUSE_MS)
}
