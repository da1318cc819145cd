import { type CallOutput, type publishRecords, recordTopic } from '@packhouse/contract'
import { t } from '@packhouse/messages'
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
import type { Refusal } from '../ingest/index.ts'

type Published = CallOutput<typeof publishRecords>['body']['records'][number]

/** After this time without a commit the sender is asked to come again; what was taken in is stored all the same. */
const PATIENCE_MS = 20_000

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
      const refused = outcomes.flatMap((refusal, index) =>
        refusal === undefined ? [] : [{ index, machineID: records[index]?.machineID ?? '', ...refusal }],
      )
      return { accepted: records.length - refused.length, refused }
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

/** @returns why the record is refused; undefined when it is stored */
async function receive(
  intake: MessageIntake,
  device: Device,
  record: Published,
  report: (refused: PublishRefused) => void,
): Promise<Refused | undefined> {
  const payload = Buffer.from(JSON.stringify(record))
  return await new Promise((resolve, reject) => {
    intake.receiveRecord(device, recordTopic(record.machineID), payload, (error, _machine, refusal) => {
      if (error === null) resolve(refusal)
      // A foreign machine is answered exactly like an unregistered one.
      else if (error instanceof PublishRefused && !error.passing) {
        report(error)
        resolve(notYours())
      }
      // The answer says of each record that it was refused: anyone who sent it knows that it has to be stored there.
      else if (error instanceof NotStored && error.refusal !== undefined)
        resolve({ code: error.refusal.code, reason: error.message })
      else reject(error instanceof PublishRefused || error instanceof NotStored ? comeAgain() : error)
    })
  })
}

type Refused = Omit<Refusal, 'code'> & { code: string }

function notYours(): Refused {
  return { code: 'machine_unknown', reason: t('monitoring.noSuchMachineToPublishFor') }
}

async function withinPatience<T>(work: Promise<T>): Promise<T> {
  let late: NodeJS.Timeout | undefined
  const patience = new Promise<never>((_resolve, reject) => {
    late = setTimeout(() => reject(comeAgain()), PATIENCE_MS)
  })
  return await Promise.race([work, patience]).finally(() => clearTimeout(late))
}

function comeAgain(): ProblemError {
  const words = t('monitoring.recordsNotAllStored')
  return new ProblemError('unavailable', words, undefined, { retryAfter: 5 })
}
