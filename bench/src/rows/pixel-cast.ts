import { setTimeout as sleep } from 'node:timers/promises'
import { recordTopic, sampleDeviceName } from '@packhouse/contract'
import { buildWeb } from '@packhouse/e2e/build-web'
import type { Page } from 'playwright-core'
import { type PageClock, readFrameTime, readPageClock } from '../browser/page-clock.ts'
import { Visitor } from '../browser/visitor.ts'
import { encodePublish, joinPackets } from '../driver/frames.ts'
import type { DriverHandlers } from '../driver/main.ts'
import { Publisher } from '../driver/publisher.ts'
import { createRandom, type Random } from '../driver/random.ts'
import { Helper } from '../process/helper.ts'
import type { StoringHandlers } from '../servers/storing.ts'
import { fillHistory, makeFleet } from '../stage/fleet.ts'
import type { Stage } from '../stage/stage.ts'
import { readMachinesInView, readPainted, watchTemperature } from './pixel-page.ts'

/** Between two samples, ms: by chance, so that they fall anywhere between two frames and two flushes of the server. */
const SHORTEST_PAUSE_MS = 50
const PAUSE_SPAN_MS = 200
const READY_MS = 30_000
const STEP_MS = 1_000

/** The way of one record, ms. */
export interface Way {
  /** From publish to the acknowledgement: the socket, the batch window, the commit. */
  stored: number
  /** From there until the script of the page reads the event; below 0 where it does so before the driver has read the acknowledgement. */
  sent: number
  /** From there until the card has it: the next frame, and React. */
  drawn: number
  /** From there until it is on the screen. */
  painted: number
  /** All of it. */
  whole: number
}

export interface Samples {
  ways: Way[]
  clock: PageClock
}

/** Everybody on the scene of row 7: the server, machines that publish, and somebody who has the overview open. */
export class PixelCast {
  readonly #driver = new Helper<DriverHandlers>('driver/main.ts')
  readonly #server = new Helper<StoringHandlers>('servers/storing.ts')
  readonly #random: Random
  readonly #seed: number
  #acknowledgedAfter = Number.NaN
  readonly #publisher = new Publisher('pixel', (milliseconds) => {
    this.#acknowledgedAfter = milliseconds
  })
  #visitor: Visitor | undefined
  #page: Page | undefined
  #watched: string[] = []
  #others: string[] = []
  #published = 0
  #rounds = 0

  private constructor(seed: number) {
    this.#seed = seed
    this.#random = createRandom(seed)
  }

  static async start(stage: Stage, options: { machines: number; seed: number }): Promise<PixelCast> {
    const cast = new PixelCast(options.seed)
    try {
      await cast.#open(stage, options.machines)
    } catch (error) {
      await cast.stop()
      throw error
    }
    return cast
  }

  get chromium(): string {
    return this.#visitor?.version() ?? 'unknown'
  }

  async stop(): Promise<void> {
    this.#publisher.close()
    await this.#visitor?.leave()
    await Promise.all([this.#driver.stop(), this.#server.stop()])
  }

  /** The time from one frame to the next while nothing moves, ms. */
  async frameTime(): Promise<number> {
    return await readFrameTime(this.#shown())
  }

  /** Publishes for the machines in view, one after the other, while all others publish one record a second. */
  async sample(seconds: number): Promise<Samples> {
    const page = this.#shown()
    const clock = await readPageClock(page)
    this.#rounds += 1
    const load = { recordsPerConnection: seconds, from: Date.now(), step: STEP_MS, seed: this.#seed + this.#rounds }
    await this.#driver.call('load', { servers: ['storing'], machineIDs: this.#others, load })
    let publishing = true
    const steady = this.#driver.call('steady', { server: 'storing', seconds }).finally(() => {
      publishing = false
    })
    const ways: Way[] = []
    try {
      while (publishing) {
        ways.push(await this.#sampleOnce(page, clock))
        await sleep(SHORTEST_PAUSE_MS + this.#random() * PAUSE_SPAN_MS)
      }
    } finally {
      await steady
    }
    return { ways, clock }
  }

  async #sampleOnce(page: Page, clock: PageClock): Promise<Way> {
    const machineID = this.#watched[this.#published % this.#watched.length] ?? ''
    // Every sample has its own temperature, which no card has shown before.
    const temperature = (100 + this.#published / 100).toFixed(2)
    this.#published += 1
    const payload = `{"temperature":${temperature},"machineState":"Running"}`
    this.#publisher.load(joinPackets([encodePublish(Buffer.from(recordTopic(machineID)), 1, payload)]))
    await watchTemperature(page, machineID, temperature)
    const published = performance.now()
    this.#publisher.send(1, published)
    const { read, drawn, painted } = await readPainted(page)
    const stored = this.#acknowledgedAfter
    const whole = painted - clock.offset - published
    const sent = read - clock.offset - published - stored
    return { stored, sent, drawn: drawn - read, painted: painted - drawn, whole }
  }

  async #open(stage: Stage, machines: number): Promise<void> {
    buildWeb()
    const { database, databaseUrl, samplePasswords } = stage
    const machineIDs = await makeFleet(database, machines)
    await fillHistory(database)
    const ports = await this.#server.call('start', { databaseUrl, samplePasswords })
    this.#visitor = await Visitor.start(ports, samplePasswords.people)
    this.#page = await this.#visitor.open()
    await this.#page.goto('/')
    await this.#page
      .locator('article')
      .nth(machines - 1)
      .waitFor({ state: 'attached', timeout: READY_MS })
    this.#watched = await readMachinesInView(this.#page)
    this.#others = machineIDs.filter((machineID) => !this.#watched.includes(machineID))
    const account = { userName: sampleDeviceName, password: samplePasswords.device }
    await this.#publisher.connect(ports.mqttPort, account)
    const others = { server: 'storing', port: ports.mqttPort, machineIDs: this.#others, account }
    await this.#driver.call('connect', others)
  }

  #shown(): Page {
    if (this.#page === undefined) throw new Error('The overview is not open.')
    return this.#page
  }
}
