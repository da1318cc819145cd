import { machineIDSchema, recordTopic } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import type { z } from 'zod'
import {
  type Device,
  identityOf,
  type MessageIntake,
  NotStored,
  PublishRefused,
  type ReportRefusal,
} from '../connect/index.ts'
import type { HandlersOf } from '../engine/handlers.ts'
import type { Principal } from '../engine/principal.ts'
import { ProblemError } from '../engine/problem-error.ts'
import type { Refusal, Repeat } from '../ingest/index.ts'
import { clock, type Timer } from '../platform/clock.ts'

/** After this time without a commit the sender is asked to come again; what was taken in is stored all the same. */
const PATIENCE_MS = 20_000
/** So much is answered of a name that no machine can have. */
const MOST_SHOWN = 200

/** @param intake the same way in that messages over MQTT take */
export function publishHandlers(intake: MessageIntake, reportRefusal: ReportRefusal): HandlersOf<'publishRecords'> {
  return {
    async publishRecords({ principal, body: { records }, request }) {
      const device = { ...deviceOf(principal), address: request.ip }
      const report = ({ reason }: PublishRefused) =>
        reportRefusal({ ...identityOf(device), userId: principal.userId, what: 'publish', code: reason })
      const outcomes = await withinPatience(
        Promise.all(records.map((record) => receive(intake, device, record, report))),
      )
      const placed = outcomes.map((outcome, index) => ({ ...outcome, index, machineID: machineOf(records[index]) }))
      const refused = placed.flatMap(({ refusal, index, machineID }) =>
        refusal === undefined ? [] : [{ index, machineID, ...refusal }],
      )
      const conflicts = placed.flatMap(({ repeat, index, machineID }) =>
        repeat === 'conflict' ? [{ index, machineID }] : [],
      )
      return {
        accepted: records.length - refused.length - conflicts.length,
        duplicates: outcomes.filter(({ repeat }) => repeat === 'duplicate').length,
        conflicts,
        refused,
      }
    },
  }
}

/** What the principal may publish for. */
function deviceOf({ userId, apiKeyId, apiKeyName, customerId, machines }: Principal): Device {
  const scope = machines !== undefined ? 'machines' : customerId === null ? 'company' : 'customer'
  return {
    userName: apiKeyName ?? userId,
    scope,
    customerId,
    machines: machines ?? new Set(),
    apiKeyId,
    source: 'http',
  }
}

/** What became of a record; nothing where it is new and stored. */
interface Outcome {
  refusal?: Refused | undefined
  repeat?: Repeat | undefined
}

async function receive(
  intake: MessageIntake,
  device: Device,
  record: unknown,
  report: (refused: PublishRefused) => void,
): Promise<Outcome> {
  const machineID = machineOf(record)
  const named = machineIDSchema.safeParse(machineID)
  // It is nobody's: there is no machine with which it could be stored.
  if (!named.success) return { refusal: { code: 'invalid_field', reason: nameFault(named.error) } }
  const payload = Buffer.from(JSON.stringify(record))
  return await new Promise((resolve, reject) => {
    intake.receiveRecord(device, recordTopic(machineID), payload, (error, _machine, refusal, repeat) => {
      if (error === null) resolve({ refusal, repeat })
      // A foreign machine is answered exactly like an unregistered one.
      else if (error instanceof PublishRefused && !error.passing) {
        report(error)
        resolve({ refusal: notYours() })
      }
      // The answer says of each record that it was refused: anyone who sent it knows that it has to be stored there.
      else if (error instanceof NotStored && error.refusal !== undefined)
        resolve({ refusal: { code: error.refusal.code, reason: error.message } })
      else reject(error instanceof PublishRefused || error instanceof NotStored ? comeAgain() : error)
    })
  })
}

/** The name of its machine, as far as it has one. */
function machineOf(record: unknown): string {
  const isNamed = typeof record === 'object' && record !== null && 'machineID' in record
  return isNamed && typeof record.machineID === 'string' ? record.machineID.slice(0, MOST_SHOWN) : ''
}

function nameFault(error: z.ZodError): string {
  return `machineID ${error.issues.map(({ message }) => declared(message)).join('; ')}`
}

type Refused = Omit<Refusal, 'code'> & { code: string }

function notYours(): Refused {
  return { code: 'machine_unknown', reason: t('monitoring.noSuchMachineToPublishFor') }
}

async function withinPatience<T>(work: Promise<T>): Promise<T> {
  let late: Timer | undefined
  const patience = new Promise<never>((_resolve, reject) => {
    late = clock.timeout(PATIENCE_MS, () => reject(comeAgain()))
  })
  return await Promise.race([work, patience]).finally(() => late?.stop())
}

function comeAgain(): ProblemError {
  const words = t('monitoring.recordsNotAllStored')
  return new ProblemError('unavailable', words, undefined, { retryAfter: 5 })
}
