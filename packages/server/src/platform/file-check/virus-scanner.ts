import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { clock, type Timer } from '../clock.ts'
import { IssueLog } from '../issue-log.ts'
import type { Log } from '../log.ts'
import { FileRefused, refuse } from './file-refused.ts'

/** Where a ClamAV daemon listens. */
export type ClamdAddress = { host: string; port: number } | { path: string }

const PATIENCE_MS = 30_000
const PROBE_PATIENCE_MS = 2_000
/** Who asks again within this time gets the same answer. */
const REMEMBERED_MS = 5_000
/** Answers are a line. */
const LONGEST_ANSWER = 4_096

/** Asks a ClamAV daemon about files (its command INSTREAM). Where it does not answer nothing is let through. */
export class VirusScanner {
  readonly #address: ClamdAddress
  readonly #issues: IssueLog
  readonly #patienceMs: number
  #last: { until: number; answer: Promise<string | undefined> } | undefined

  /** @param patienceMs how long a file may take, from the connection to the answer */
  constructor(address: ClamdAddress, log: Log, patienceMs = PATIENCE_MS) {
    this.#address = address
    this.#patienceMs = patienceMs
    this.#issues = new IssueLog(log, 'The virus scanner answers again')
  }

  /** @throws FileRefused `virus` with the name of what was found, `scanner_away` where there is no answer */
  async scan(content: Readable): Promise<void> {
    const answer = await this.#ask(content).catch((error: Error) => {
      this.#issues.meet('The virus scanner does not answer; files are refused', { error: error.message })
      throw new FileRefused({ fault: 'scanner_away' })
    })
    if (answer === CLEAN) return this.#issues.end()
    const name = /^stream: (.+) FOUND$/.exec(answer)?.[1]
    if (name !== undefined) {
      this.#issues.end()
      refuse({ fault: 'virus', name: name.slice(0, 200) })
    }
    this.#issues.meet('The virus scanner cannot scan; files are refused', { answer: answer.slice(0, 200) })
    refuse({ fault: 'scanner_away' })
  }

  /** @returns what is wrong, for people; undefined where it lets a harmless file through */
  async findFault(): Promise<string | undefined> {
    const now = clock.monotonic()
    if (this.#last === undefined || now > this.#last.until)
      this.#last = { until: now + REMEMBERED_MS, answer: this.#probe() }
    return await this.#last.answer
  }

  async #probe(): Promise<string | undefined> {
    // One that answers may still refuse whatever it is sent.
    const content = Readable.from([Buffer.from(HARMLESS)])
    const answer = await this.#ask(content, PROBE_PATIENCE_MS).catch(() => undefined)
    if (answer === undefined) return AWAY
    return answer === CLEAN ? undefined : REFUSES
  }

  async #ask(content: Readable, patienceMs = this.#patienceMs): Promise<string> {
    const conversation = new Conversation(this.#address, patienceMs)
    try {
      await conversation.send(Buffer.from('zINSTREAM\0'))
      for await (const chunk of content as AsyncIterable<Buffer>) {
        // Beyond its limit it answers and closes without having read the rest.
        if (conversation.hasAnswer) break
        await conversation.send(sized(chunk))
      }
      if (!conversation.hasAnswer) await conversation.send(Buffer.alloc(4))
      return await conversation.answer()
    } finally {
      content.destroy()
      conversation.end()
    }
  }
}

const CLEAN = 'stream: OK'
/** What the scanner is asked about to see whether it works. */
const HARMLESS = 'Packhouse asks whether this virus scanner works.'
const REFUSES = 'The virus scanner refuses even a harmless file, so that no file is accepted: see its log.'
const AWAY = 'The virus scanner does not answer; files are refused.'

function sized(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(chunk.length)
  return Buffer.concat([length, chunk])
}

/** One command and its answer over a connection of its own, with a bound of time. */
class Conversation {
  readonly #socket: Socket
  readonly #answered = Promise.withResolvers<string>()
  readonly #deadline: Timer
  #text = ''

  constructor(address: ClamdAddress, patienceMs: number) {
    this.#socket = connect(address)
    this.#deadline = clock.timeout(patienceMs, () => this.#socket.destroy(new Error('It does not answer in time.')))
    this.#socket.setEncoding('utf8')
    this.#socket.on('data', (text: string) => this.#hear(text))
    this.#socket.on('error', (error) => this.#answered.reject(error))
    this.#socket.on('close', () => this.#answered.reject(new Error('It closed the connection.')))
    // Heard where the answer is awaited, if at all.
    this.#answered.promise.catch(() => undefined)
  }

  get hasAnswer(): boolean {
    return this.#text.length > 0
  }

  async send(bytes: Buffer): Promise<void> {
    const sent = new Promise<void>((resolve) => this.#socket.write(bytes, () => resolve()))
    // A connection that ends while it is written to has said why, or does not say it any more.
    await Promise.race([sent, this.#answered.promise])
  }

  async answer(): Promise<string> {
    return await this.#answered.promise
  }

  end(): void {
    this.#deadline.stop()
    this.#socket.destroy()
  }

  #hear(text: string): void {
    this.#text += text
    if (this.#text.length > LONGEST_ANSWER) {
      this.#socket.destroy(new Error('Its answer is too long.'))
      return
    }
    const end = this.#text.search(/[\0\n]/)
    if (end >= 0) this.#answered.resolve(this.#text.slice(0, end).trim())
  }
}
