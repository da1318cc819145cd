import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
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
    await until('a process that waits', () => this.#waiting, 40_000)
  }

  go(): void {
    this.#child.send({})
  }

  async outcome(): Promise<{ claimed: boolean; words?: string }> {
    return await until('what came of a claim', () => this.#outcome, 40_000)
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
    await until('the end of a process', () => this.#child.exitCode !== null || this.#child.signalCode !== null)
  }
}
