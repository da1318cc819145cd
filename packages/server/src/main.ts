import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sampleAccounts } from '@packhouse/contract'
import { clock } from './platform/clock.ts'
import { type Config, ConfigError, readConfig } from './platform/config.ts'
import { hasAllRoles } from './platform/roles.ts'
import { type RunningServer, startServer } from './server.ts'

const SIMULATOR = join(import.meta.dirname, '../../simulator/src/main.ts')
/** Exit code where another start needs another configuration first, as `sysexits.h` has it. `npm start` looks for it. */
const CONFIGURATION_ERROR = 78
/** A process of several that does not come to its end is ended: others go on with its work. */
const END_PATIENCE_MS = 25_000
let isRunning = false

/** The process: reads the configuration, starts everything, and stops it once when asked to, by whatever way. */
async function main(): Promise<void> {
  const config = readConfig({ ...process.env, ...environmentOf(process.argv.slice(2)) })
  const ending = new AbortController()
  const starting = startServer(config, fail, ending.signal)
  let simulator: ChildProcess | undefined
  let stopping: Promise<void> | undefined
  const stop = () => {
    ending.abort()
    if (!hasAllRoles(config.roles)) clock.timeout(END_PATIENCE_MS, failLate).unref()
    stopping ??= starting.then(
      async (server) => {
        simulator?.kill('SIGTERM')
        await server.stop()
      },
      // Whoever still waits for the database has nothing to end.
      (error: Error) => (error.name === 'AbortError' ? undefined : Promise.reject(error)),
    )
    stopping.then(() => process.exit(0), fail)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  // Started by another process over a channel: when that one dies, however hard, this one has no business left.
  process.on('disconnect', stop)

  const server = await starting.catch((error: Error) => (ending.signal.aborted ? undefined : Promise.reject(error)))
  if (server === undefined) return
  isRunning = true
  if (stopping !== undefined) return
  if (config.simulator) simulator = startSimulator(config, server)
  announce(config, server)
  process.send?.({ ready: true, httpPort: server.httpPort, mqttPort: server.mqttPort })
}

/** What the command line says in the place of variables. */
function environmentOf(words: string[]): NodeJS.ProcessEnv {
  try {
    const { values } = parseArgs({ args: words, options: { role: { type: 'string' } } })
    return values.role === undefined ? {} : { ROLE: values.role }
  } catch {
    throw new ConfigError('The command line has --role and nothing else, such as --role api,ingest.')
  }
}

function startSimulator(config: Config, server: RunningServer): ChildProcess {
  return fork(SIMULATOR, [], {
    env: {
      ...process.env,
      MQTT_URL: `mqtt://${hostForClients(config.host)}:${server.mqttPort}`,
      API_URL: `http://${hostForClients(config.host)}:${server.httpPort}`,
      SAMPLE_PASSWORD: server.samplePasswords?.people ?? '',
      SAMPLE_DEVICE_PASSWORD: server.samplePasswords?.device ?? '',
    },
  })
}

function announce(config: Config, server: RunningServer): void {
  const address = process.env.PUBLIC_URL ? config.publicUrl : `http://${config.host}:${server.httpPort}`
  if (config.sample && config.roles.has('worker')) announceSample(config, server)
  if (server.administratorLink !== undefined) {
    say(
      `Nobody can administer this installation yet. Set the password of ${config.administratorEmail} within 7 days at`,
    )
    say(server.administratorLink)
  }
  if (config.roles.has('ingest')) say(`Machines publish to mqtt://${config.host}:${server.mqttPort}`)
  if (server.mqtts !== undefined) {
    const { port, fingerprint } = server.mqtts
    say(`Machines publish over TLS to mqtts://${config.host}:${port}, whose certificate has the SHA-256 ${fingerprint}`)
  }
  if (config.simulator)
    say('The history of the sample machines is being filled in; the simulator says when it is complete.')
  if (config.roles.has('api')) say(`Packhouse is ready at ${address}`)
  else say(`Packhouse (${[...config.roles].join(', ')}) is ready, and answers /readyz and /metrics at ${address}`)
}

function announceSample(config: Config, server: RunningServer): void {
  const accounts = sampleAccounts.map((account) => account.email).join(', ')
  say(`Sample accounts: ${accounts}`)
  // A password somebody has chosen is theirs to know; a generated one has to be shown.
  say(
    'Administrators of the sample sign in without a second factor. Other installations ask them for one: Roles, Administrator.',
  )
  say(`Password: ${config.samplePassword === undefined ? server.samplePasswords?.people : 'as set in SAMPLE_PASSWORD'}`)
}

/** An address that listens everywhere is reached on the loopback. */
function hostForClients(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '[::1]' : host
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function fail(error: unknown): void {
  const words = error instanceof ConfigError ? error.message : ((error as Error).stack ?? String(error))
  process.stderr.write(`${isRunning ? 'Packhouse has to end.' : 'Packhouse could not start.'}\n${words}\n`)
  process.exit(error instanceof ConfigError ? CONFIGURATION_ERROR : 1)
}

function failLate(): void {
  fail(new Error(`The process has not ended within ${END_PATIENCE_MS / 1_000} s and is ended now.`))
}

main().catch(fail)
