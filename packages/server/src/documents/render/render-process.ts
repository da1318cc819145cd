import { type ChildProcess, fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clock, type Timer } from '../../platform/clock.ts'
import { processMemory } from './process-memory.ts'
import type { RenderAnswer, RenderTask } from './render-task.ts'

/** So often the memory of a process at work is looked at, ms. */
const LOOK_MS = 25
const script = fileURLToPath(new URL('./render-child.ts', import.meta.url))

export interface ProcessLimits {
  /** How long a document may take, ms. */
  timeoutMs: number
  /** Memory of the process, bytes. */
  memoryBytes: number
}

/** Why a process ended: its task took too long or too much memory, the compiler crashed, or it was ended by somebody else. */
export type ProcessEnd = 'timeout' | 'memory' | 'crash' | 'died'

/** What a process ends by where its stack is used up, such as by what is nested too deeply. Whoever kills it from outside uses others. */
const CRASHES: readonly (NodeJS.Signals | null)[] = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGTRAP']

export interface ProcessEvents {
  onReady: () => void
  /** @param memory of the process after the task, bytes */
  onAnswer: (answer: RenderAnswer | Error, memory: number) => void
  onEnd: (why: ProcessEnd) => void
}

type FromChild = 'ready' | { answer: RenderAnswer; memory: number } | { error: string; memory: number }

/** A process that renders: it is ended by force where a task goes beyond its limits, and harms nobody else. */
export class RenderProcess {
  readonly #limits: ProcessLimits
  readonly #events: ProcessEvents
  /** Its own, with an empty one for the compiler. */
  readonly #folder = mkdtempSync(join(tmpdir(), 'packhouse-render-'))
  readonly #child: ChildProcess
  #timer: Timer | undefined
  #looks: Timer | undefined
  #why: ProcessEnd = 'died'

  constructor(limits: ProcessLimits, events: ProcessEvents) {
    this.#limits = limits
    this.#events = events
    const workspace = join(this.#folder, 'workspace')
    mkdirSync(workspace)
    this.#child = fork(script, [workspace], {
      serialization: 'advanced',
      env: childEnvironment(this.#folder),
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child.on('message', (message: FromChild) => this.#hear(message))
    this.#child.once('error', () => this.#ended())
    this.#child.once('exit', (_, signal) => {
      if (CRASHES.includes(signal)) this.#why = 'crash'
      this.#ended()
    })
    // An idle process does not hold up the end of the product.
    this.#child.unref()
    this.#child.channel?.unref()
  }

  give(task: RenderTask): void {
    this.#timer = clock.timeout(this.#limits.timeoutMs, () => this.#kill('timeout'))
    this.#looks = clock.every(LOOK_MS, () => void this.#lookAtMemory())
    this.#child.send(task, (error) => {
      if (error !== null) this.#kill('died')
    })
  }

  end(): void {
    this.#child.kill('SIGKILL')
  }

  #hear(message: FromChild): void {
    if (message === 'ready') {
      this.#events.onReady()
      return
    }
    this.#rest()
    this.#events.onAnswer('answer' in message ? message.answer : new Error(message.error), message.memory)
  }

  async #lookAtMemory(): Promise<void> {
    const { pid } = this.#child
    const memory = pid === undefined ? undefined : await processMemory(pid)
    if (memory !== undefined && memory > this.#limits.memoryBytes) this.#kill('memory')
  }

  #kill(why: ProcessEnd): void {
    this.#why = why
    this.#rest()
    this.end()
  }

  #rest(): void {
    this.#timer?.stop()
    this.#looks?.stop()
  }

  #ended(): void {
    this.#rest()
    this.#child.removeAllListeners()
    rmSync(this.#folder, { recursive: true, force: true })
    this.#events.onEnd(this.#why)
  }
}

/** Nothing of this process's secrets, no fonts of the machine, and no way to the network for packages. */
function childEnvironment(folder: string): NodeJS.ProcessEnv {
  const nowhere = 'http://127.0.0.1:9'
  // Beside the workspace: a template can read what is in that.
  const fonts = join(folder, 'fonts.conf')
  writeFileSync(fonts, `<?xml version="1.0"?><fontconfig><dir>${join(folder, 'workspace')}</dir></fontconfig>`)
  return {
    FONTCONFIG_FILE: fonts,
    HOME: folder,
    XDG_CACHE_HOME: folder,
    XDG_DATA_HOME: folder,
    HTTP_PROXY: nowhere,
    HTTPS_PROXY: nowhere,
    http_proxy: nowhere,
    https_proxy: nowhere,
    ALL_PROXY: nowhere,
  }
}
