import type { Device } from '../device.ts'
import type { TagMaps } from '../mapping/tag-maps.ts'
import { type Decode, NotStored, type OnSettled } from '../message.ts'
import type { MessageIntake } from '../message-intake.ts'
import { type ConnectionState, noteFailure } from '../supervisor/connection-states.ts'
import { cycleTime } from './cycle-time.ts'
import type { OpcuaConnection } from './opcua-connection.ts'
import type { NodeValues, ReadPlan } from './read-plan.ts'
import { type Snapshot, snapshotOf } from './snapshot.ts'

/** Records that wait for their commit; beyond that only the newest values are stored. */
const IN_FLIGHT = 50
const OFFER_AGAIN_MS = 250
/** What the values are true of: the time that they have changed at, or now. */
export type When = 'changed' | 'now'

/** Makes records of the values of one machine, at most so many at a time as the ingest takes. */
export class MachineRecords {
  readonly #connection: OpcuaConnection
  readonly #state: ConnectionState
  readonly #parts: { intake: MessageIntake; tagMaps: TagMaps }
  readonly #onRoom: () => void
  readonly #device: Device
  #again: NodeJS.Timeout | undefined
  #before = Number.NEGATIVE_INFINITY
  #offeredAt = Number.NEGATIVE_INFINITY
  #inFlight = 0
  #isHeld = false
  #complaint = ''

  /** @param onRoom called when values may be offered again that could not be before */
  constructor(
    connection: OpcuaConnection,
    state: ConnectionState,
    parts: { intake: MessageIntake; tagMaps: TagMaps },
    onRoom: () => void,
  ) {
    this.#connection = connection
    this.#state = state
    this.#parts = parts
    this.#onRoom = onRoom
    const userName = `opcua ${connection.name}`
    this.#device = {
      userName,
      scope: 'company',
      customerId: null,
      machines: new Set(),
      apiKeyId: undefined,
      source: 'opcua',
    }
  }

  /** When a record was offered last, by performance.now(). */
  get offeredAt(): number {
    return this.#offeredAt
  }

  /** Makes a record of the values, where they make one. */
  offer(plan: ReadPlan, values: NodeValues, when: When): void {
    if (this.#inFlight >= IN_FLIGHT) {
      this.#hold('Storing takes longer than the values come: some were left out, and the newest wait.')
      return
    }
    const snapshot = snapshotOf(plan, values)
    if (snapshot.complaint !== undefined) this.complain(snapshot.complaint)
    if (!snapshot.isUsable) return
    this.#store(plan, snapshot, when)
  }

  /** Offers nothing by itself any more until values are offered again. */
  pause(): void {
    clearTimeout(this.#again)
    this.#isHeld = false
  }

  #store(plan: ReadPlan, { readings, newest }: Snapshot, when: When): void {
    const { at, isAhead } = cycleTime(when === 'now' ? undefined : newest, this.#before, Date.now())
    if (isAhead) this.complain('The clock of the server is ahead by more than 5 minutes: the time of arrival counts.')
    this.#before = at
    this.#offeredAt = performance.now()
    this.#inFlight += 1
    this.#state.messageCount += 1
    this.#state.lastMessageAt = Date.now()
    const { machineID, name } = this.#connection
    const payload = Buffer.from(
      JSON.stringify(Object.fromEntries(readings.map(({ address, value }) => [address, value]))),
    )
    const decode: Decode = (machine, arrival) => {
      const outcome = this.#parts.tagMaps.decodeReadings(machine, plan.map, { readings, at }, arrival)
      const [fault] = outcome.faults
      if (fault !== undefined) this.complain(`${fault.address}: ${fault.reason}`)
      return outcome
    }
    this.#parts.intake.receiveDecoded(
      { device: this.#device, topic: `opcua/${name}`, payload, encoding: 'opcua' },
      machineID,
      decode,
      this.#settle,
    )
  }

  readonly #settle: OnSettled = (error, _machine, refusal) => {
    this.#inFlight -= 1
    if (refusal !== undefined) this.complain(refusal.reason)
    if (error instanceof NotStored) this.complain(error.message)
    else if (error !== null) this.#hold(error.message)
    else if (this.#isHeld) this.#release()
  }

  /** Nothing of the server can be asked for again: the values of now are offered as soon as they are taken. */
  #hold(words: string): void {
    this.#isHeld = true
    noteFailure(this.#state, words)
    clearTimeout(this.#again)
    this.#again = setTimeout(() => this.#release(), OFFER_AGAIN_MS)
  }

  #release(): void {
    this.#isHeld = false
    clearTimeout(this.#again)
    this.#onRoom()
  }

  /** Reports what is wrong once, and not again every second. */
  complain(words: string): void {
    if (this.#complaint === words) return
    this.#complaint = words
    noteFailure(this.#state, words)
  }
}
