import { type ChildProcess, fork } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { copyReadyData } from './ready-data.ts'
import { compileCache, pinnedNode, repository } from './repository.ts'
import { volatileFolder } from './temporary-folder.ts'

export const SAMPLE_PASSWORD = 'e2e sample password'
const SAMPLE_DEVICE_PASSWORD = 'e2e device password'

/** A machine that is busy with tests searches slowly and lets every process wait, and one account looks at a hundred screens in a minute. */
const PATIENT = {
  SEARCH_STATEMENT_MS: '60000',
  SEARCH_TOTAL_MS: '60000',
  RATE_PER_USER: '100000',
  PRESSURE_EVENT_LOOP_MS: '0',
  DATABASE_WAIT_MS: '60000',
}

/** Tests look at the last hours of the simulated fleet; a week of it would only take longer. */
const BRIEF = { HISTORY_HOURS: '8' }

export interface ProductOptions {
  /** Kept after the stop when it is given; otherwise a copy of the ready data that goes with the product. */
  dataDir?: string
  /** Beside PORT=0, MQTT_PORT=0 and the passwords of the sample company. `undefined` takes a variable away. */
  environment?: Record<string, string | undefined>
}

/** Where a running product is found; plain data, so that it can be handed to the workers. */
export interface ProductAddress {
  url: string
  mqttPort: number
  /** Of the sample accounts. */
  password: string
  /** Of the sample device. */
  devicePassword: string
}

export interface Product extends ProductAddress {
  dataDir: string
  process: ChildProcess
  /** Everything it printed so far. */
  output: () => string
  /** Asks it to stop. @returns its exit code; null when a signal ended it */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** Starts the real product on free ports and waits until it says that it is ready. */
export async function startProduct({ dataDir, environment = {} }: ProductOptions = {}): Promise<Product> {
  const folder = dataDir ?? (await volatileFolder())
  if (dataDir === undefined) await copyReadyData(folder)
  const run = runProduct({
    DATA_DIR: folder,
    SAMPLE_PASSWORD,
    SAMPLE_DEVICE_PASSWORD,
    ...PATIENT,
    ...BRIEF,
    ...environment,
  })
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    const code = await endProcess(run.process, signal)
    if (dataDir === undefined) await rm(folder, { recursive: true, force: true })
    return code
  }
  try {
    const { httpPort, mqttPort } = await readyMessage(run)
    const password = environment.SAMPLE_PASSWORD ?? SAMPLE_PASSWORD
    const passwords = { password, devicePassword: environment.SAMPLE_DEVICE_PASSWORD ?? SAMPLE_DEVICE_PASSWORD }
    return { url: `http://127.0.0.1:${httpPort}`, mqttPort, ...passwords, dataDir: folder, ...run, stop }
  } catch (error) {
    await stop('SIGKILL')
    throw error
  }
}

/** A process of the product that may or may not become ready. */
export interface ProductRun {
  process: ChildProcess
  output: () => string
  /** The exit code; null when a signal ended it. */
  ended: Promise<number | null>
}

/**
 * Starts the process of the product as `npm start` does.
 * @param checkout the folder of the code; the working folder, in which the product keeps its data by default, is `folder`
 */
export function runProduct(
  environment: Record<string, string | undefined>,
  { checkout = repository, folder = checkout }: { checkout?: string; folder?: string } = {},
): ProductRun {
  const child = fork(join(checkout, 'packages/server/src/main.ts'), [], {
    cwd: folder,
    execPath: pinnedNode,
    execArgv: [],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      MQTT_PORT: '0',
      // Of a copy that is gone after its test nothing is worth keeping.
      ...(checkout === repository ? { NODE_COMPILE_CACHE: compileCache } : {}),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk
    })
  }
  // `close` comes after the last output, `exit` may come before it.
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { process: child, output: () => printed, ended }
}

/** Waits until a product is ready, however long it takes. @returns the ports it really listens on @throws Error if it ends instead */
export async function readyMessage(run: ProductRun): Promise<{ httpPort: number; mqttPort: number }> {
  return await new Promise((resolve, reject) => {
    run.process.once('message', (message) => resolve(message as { httpPort: number; mqttPort: number }))
    void run.ended.then((code) => reject(new Error(`The product ended with ${code}. It printed:\n${run.output()}`)))
  })
}

/** Asks a process to end and waits until it has. @returns the exit code; null when a signal ended it */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.kill(signal)
  return await exited
}
