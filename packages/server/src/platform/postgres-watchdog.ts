import { type ChildProcess, spawn } from 'node:child_process'
import { clock } from './clock.ts'

const AGAIN_MS = 1_000

/**
 * Waits for the end of its input, which the kernel closes when the server is gone however it ended, then stops PostgreSQL: in
 * order, and after 3 s and 8 s less and less gently. Looks before whether the number is still that of the PostgreSQL of this
 * cluster. The shell takes a thousandth of the memory of a second Node, and is there on every Unix.
 */
const SCRIPT = `
read -r _
words=$( { tr '\\000' ' ' < "/proc/$1/cmdline" || ps -o command= -p "$1"; } 2> /dev/null )
case $words in *"$2"*) ;; *) exit 0 ;; esac
kill -INT "$1" 2> /dev/null
tenths=0
while kill -0 "$1" 2> /dev/null; do
  [ $tenths -eq 30 ] && kill -QUIT "$1"
  [ $tenths -eq 80 ] && kill -KILL "$1"
  [ $tenths -gt 100 ] && exit 1
  tenths=$((tenths + 1))
  sleep 0.1
done
`

/**
 * Stops a PostgreSQL when this process has ended. Call `stop` as soon as PostgreSQL has.
 * @param identity the user of the PostgreSQL
 */
export class PostgresWatchdog {
  readonly #pid: number
  readonly #cluster: string
  readonly #identity: { uid?: number; gid?: number }
  #process: ChildProcess | undefined

  constructor(pid: number, cluster: string, identity: { uid?: number; gid?: number }) {
    this.#pid = pid
    this.#cluster = cluster
    this.#identity = identity
  }

  start(): void {
    if (process.platform === 'win32') return
    const child = spawn('/bin/sh', ['-c', SCRIPT, 'packhouse-watchdog', String(this.#pid), this.#cluster], {
      ...this.#identity,
      cwd: '/',
      // Its own session: what ends the group of the server must not end this.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    child.unref()
    child.on('error', () => undefined)
    child.stdin.on('error', () => undefined)
    // Somebody has ended it: without it a PostgreSQL could be left behind.
    child.once('exit', () => {
      if (this.#process === child) this.#startAgain(child)
    })
    this.#process = child
  }

  #startAgain(ended: ChildProcess): void {
    clock
      .timeout(AGAIN_MS, () => {
        if (this.#process === ended) this.start()
      })
      .unref()
  }

  stop(): void {
    const child = this.#process
    this.#process = undefined
    child?.kill('SIGKILL')
  }
}
