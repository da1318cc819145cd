import { RECORD_MAX_BYTES } from '@packhouse/contract'
import { checkValues } from '../../ingest/index.ts'
import { clock, type Timer } from '../../platform/clock.ts'
import { sentence } from '../../platform/sentence.ts'
import type { Device } from '../device.ts'
import type { Mapped, Reading } from '../mapping/apply-tag-map.ts'
import type { TagMaps } from '../mapping/tag-maps.ts'
import { type Decode, NotStored } from '../message.ts'
import type { MessageIntake } from '../message-intake.ts'
import type { ConnectionState } from '../supervisor/connection-states.ts'
import type { Complaints } from './complaints.ts'
import type { Instant } from './instants.ts'
import type { OpcuaConnection } from './opcua-connection.ts'
import type { ReadPlan } from './read-plan.ts'

/** Records that are handed over and wait for their commit. */
const IN_FLIGHT = 1_000
/** Readings that wait to be handed over; beyond that the oldest are lost. */
const WAITING = 50_000
const OFFER_AGAIN_MS = 250

interface Waiting extends Instant {
  /** By what its readings are read; undefined for a record without any, which says that the machine is alive. */
  plan: ReadPlan | undefined
}

/** Hands the records of one machine to the ingest, at most so many at a time as it takes; the others wait. */
export class MachineRecords {
  readonly #connection: Pick<OpcuaConnection, 'name' | 'machineID'>
  readonly #state: ConnectionState
  readonly #parts: { intake: Pick<MessageIntake, 'receiveDecoded'>; tagMaps: Pick<TagMaps, 'decodeReadings'> }
  readonly #complaints: Pick<Complaints, 'set'>
  readonly #device: Device
  #waiting: Waiting[] = []
  #waitingReadings = 0
  #again: Timer | undefined
  #offeredAt = Number.NEGATIVE_INFINITY
  #newestAt = Number.NEGATIVE_INFINITY
  #inFlight = 0
  #lost = 0
  /** What is taken or refused at once must not begin another round within the first. */
  #isHandingOver = false
  #isStopped = false
  /** The address whose value the tag map could not use last. */
  #faulty: string | undefined

  constructor(
    connection: Pick<OpcuaConnection, 'name' | 'machineID'>,
    state: ConnectionState,
    parts: { intake: Pick<MessageIntake, 'receiveDecoded'>; tagMaps: Pick<TagMaps, 'decodeReadings'> },
    complaints: Pick<Complaints, 'set'>,
  ) {
    this.#connection = connection
    this.#state = state
    this.#parts = parts
    this.#complaints = complaints
    this.#device = {
      userName: `opcua ${connection.name}`,
      scope: 'company',
      customerId: null,
      machines: new Set(),
      apiKeyId: undefined,
      source: 'opcua',
    }
  }

  /** When a record was offered last, by clock.monotonic(). */
  get offeredAt(): number {
    return this.#offeredAt
  }

  /** Time of the newest record, Unix ms. */
  get newestAt(): number {
    return this.#newestAt
  }

  offer(plan: ReadPlan, instants: readonly Instant[]): void {
    this.#take(instants.map((instant) => ({ ...instant, plan })))
  }

  /** Nothing has changed, and the machine is alive. @param at Unix ms */
  offerAlive(at: number): void {
    this.#take([{ at, readings: [], plan: undefined }])
  }

  #take(instants: readonly Waiting[]): void {
    if (instants.length === 0) return
    this.#offeredAt = clock.monotonic()
    for (const instant of instants) {
      this.#newestAt = Math.max(this.#newestAt, instant.at)
      this.#wait(instant)
    }
    this.#dropOldest()
    this.#handOver()
  }

  /** What the ingest does not take at once from now on is not offered again. */
  stop(): void {
    this.#isStopped = true
    if (this.#again === undefined) return
    this.#again?.stop()
    this.#waiting = []
  }

  #wait(instant: Waiting): void {
    this.#waiting.push(instant)
    this.#waitingReadings += instant.readings.length
  }

  /** Nothing of the server can be asked for again: what does not fit is gone, and says so. */
  #dropOldest(): void {
    let dropped = 0
    while (this.#waitingReadings > WAITING && dropped < this.#waiting.length - 1) {
      const readings = this.#waiting[dropped]?.readings.length ?? 0
      this.#waitingReadings -= readings
      this.#lost += readings
      dropped += 1
    }
    if (dropped === 0) return
    this.#waiting.splice(0, dropped)
    this.#complaints.set(
      'storing',
      sentence`Storing takes longer than values come: ${this.#lost} of them were left out, and the newest wait.`,
    )
  }

  #handOver(): void {
    if (this.#isHandingOver) return
    this.#isHandingOver = true
    let count = 0
    while (this.#inFlight < IN_FLIGHT && this.#again === undefined) {
      const instant = this.#waiting[count]
      if (instant === undefined) break
      count += 1
      this.#waitingReadings -= instant.readings.length
      this.#store(instant)
    }
    this.#waiting.splice(0, count)
    this.#isHandingOver = false
  }

  #store(instant: Waiting): void {
    const { plan, readings, at } = instant
    this.#inFlight += 1
    const { machineID, name } = this.#connection
    const decode: Decode = (machine, arrival) => {
      if (plan === undefined) return checkValues(machine.entry, {}, { arrival, at, plain: true })
      const outcome = this.#parts.tagMaps.decodeReadings(machine, plan.map, { readings, at, isChange: true }, arrival)
      this.#noteFaults(outcome.faults, readings)
      return outcome
    }
    this.#parts.intake.receiveDecoded(
      { device: this.#device, topic: `opcua/${name}`, payload: payloadOf(instant), encoding: 'opcua' },
      machineID,
      decode,
      (error, _machine, refusal) => this.#settled(instant, error, refusal?.reason),
    )
  }

  #settled(instant: Waiting, error: Error | null, refusal: string | undefined): void {
    this.#inFlight -= 1
    if (error !== null && !(error instanceof NotStored)) {
      this.#offerAgain(instant, error.message)
      return
    }
    this.#state.messageCount += 1
    this.#state.lastMessageAt = clock.now()
    this.#complaints.set('refused', error?.message ?? refusal)
    if (this.#waiting.length > 0) this.#handOver()
    else if (this.#inFlight === 0) this.#complaints.set('storing', undefined)
  }

  /** The ingest takes no more at the moment: the record waits with the others. */
  #offerAgain(instant: Waiting, words: string): void {
    this.#complaints.set('storing', words)
    if (this.#isStopped) return
    this.#wait(instant)
    this.#dropOldest()
    this.#again ??= clock.timeout(OFFER_AGAIN_MS, () => {
      this.#again = undefined
      this.#handOver()
    })
  }

  #noteFaults(faults: Mapped['faults'], readings: readonly Reading[]): void {
    const [fault] = faults
    if (fault === undefined && !readings.some(({ address }) => address === this.#faulty)) return
    this.#faulty = fault?.address
    this.#complaints.set('mapping', fault && `${fault.address}: ${fault.reason}`)
  }
}

/** The readings as they are stored where the record is refused, as many of them as a message may have. */
function payloadOf({ readings }: Instant): Buffer {
  const parts: string[] = []
  let length = 2
  for (const { address, value } of readings) {
    const part = `${JSON.stringify(address)}:${JSON.stringify(value)}`
    length += Buffer.byteLength(part) + 1
    if (length > RECORD_MAX_BYTES) break
    parts.push(part)
  }
  return Buffer.from(`{${parts.join(',')}}`)
}
