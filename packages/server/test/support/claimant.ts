import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { Looks } from './looks.ts'
import { COMPILE_CACHE } from './server-process.ts'
import { until } from './until.ts'

const PROGRAM = join(import.meta.dirname, 'claim-process.ts')

/** A process that claims a data folder on a word, so that many can do so in the same instant. */
export class Claimant {
  readonly #child: ChildProcess
  #waiting = false
  #outcome: { claimed: boolean; words?: string } | undefined

  /**
   * @param patienceMs how long it waits for somebody who does not answer
   * @param through a command that starts the command behind it, such as `unshare`
   */
  constructor(dataDir: string, patienceMs = 30_000, through: string[] = []) {
    const [execPath = process.execPath, ...execArgv] = through.length === 0 ? [] : [...through, process.execPath]
    const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE }
    this.#child = fork(PROGRAM, [dataDir, String(patienceMs)], { env, execPath, execArgv })
    this.#child.on('message', (message: { waiting?: boolean; claimed: boolean; words?: string }) => {
      if (message.waiting === true) this.#waiting = true
      else this.#outcome = message
    })
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Resolves when it waits for the word. */
  async ready(): Promise<void> {
    await this.#untilItSays('a process that waits', () => this.#waiting)
  }

  go(): void {
    this.#child.send({})
  }

  async outcome(): Promise<{ claimed: boolean; words?: string }> {
    return await this.#untilItSays('what came of a claim', () => this.#outcome)
  }

  /** Gives the word. @returns what came of it */
  async claim(): Promise<{ claimed: boolean; words?: string }> {
    await this.ready()
    this.go()
    return await this.outcome()
  }

  halt(): void {
    this.#child.kill('SIGSTOP')
  }

  /** Lets it end by itself, without giving anything back. */
  async end(): Promise<void> {
    this.#child.disconnect()
    await until('the end of a process', () => this.#child.exitCode !== null)
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await until('the end of a process', () => this.#hasEnded)
  }

  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /** @throws Error if it ends instead */
  async #untilItSays<T>(wanted: string, look: () => T | undefined | false): Promise<T> {
    const said = () => {
      const found = look()
      if ((found === undefined || found === false) && this.#hasEnded) throw new Error(`It has ended before: ${wanted}`)
      return found
    }
    return await until(wanted, said, Looks.unlimited())
  }
}
