import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Answer, Question } from './serve.ts'

/** What Node has compiled before, as `npm start` stores it: a restart finds it there too. */
const COMPILE_CACHE = join(import.meta.dirname, '../../../node_modules/.cache/node')

type Handlers = Record<string, (input: never) => unknown>
type InputOf<H extends Handlers, N extends keyof H> = Parameters<H[N]>[0]
type ResultOf<H extends Handlers, N extends keyof H> = Awaited<ReturnType<H[N]>>

/**
 * Another process of the bench: servers and the driver each have their own, so that none is slowed down by the others'
 * event loop and the processor time of each can be reported.
 */
export class Helper<H extends Handlers> {
  readonly #child: ChildProcess
  readonly #pending = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  #lastId = 0

  /** @param module path of the process's file below `bench/src` */
  constructor(module: string, nodeFlags: string[] = []) {
    this.#child = fork(join(import.meta.dirname, '..', module), [], {
      serialization: 'advanced',
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE },
      execArgv: ['--disable-warning=ExperimentalWarning', ...nodeFlags],
    })
    this.#child.on('message', (answer: Answer) => this.#settle(answer))
    this.#child.on('exit', (code, signal) => this.#fail(new Error(`${module} has ended (${signal ?? code}).`)))
  }

  async call<N extends keyof H & string>(name: N, input: InputOf<H, N>): Promise<ResultOf<H, N>> {
    this.#lastId += 1
    const question: Question = { id: this.#lastId, name, input }
    return await new Promise((resolve, reject) => {
      this.#pending.set(question.id, { resolve: resolve as (value: unknown) => void, reject })
      this.#child.send(question, (error) => {
        if (error !== null) this.#settle({ id: question.id, error: error.message })
      })
    })
  }

  /** Ends the process the hard way, as a power cut would. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = new Promise((resolve) => this.#child.once('exit', resolve))
    this.#child.kill(signal)
    await ended
  }

  #settle({ id, result, error }: Answer): void {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    if (error === undefined) pending?.resolve(result)
    else pending?.reject(new Error(error))
  }

  #fail(error: Error): void {
    for (const { reject } of this.#pending.values()) reject(error)
    this.#pending.clear()
  }
}
