import {
  type ServiceSignature,
  type ServiceSignatures,
  type SignatureDrawing,
  serviceRecords,
  signingParties,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type Principal, rowScope } from '../../engine/principal.ts'
import { findPublicMachine, findTokenOfMachine } from '../../library/area.ts'
import { findKnownMachine, mayBeSeenBy, scopeOf, type Telemetry } from '../../monitoring/area.ts'
import type { Database } from '../../platform/database.ts'
import { findSignatures, readService, readServiceReport, type ServiceReportFacts } from '../../service/area.ts'
import type { Written } from '../written.ts'
import type { DocumentSource, SourceAnswer } from './document-source.ts'
import { assertRecordId } from './record-id.ts'
import { serviceReportWords } from './service-report-words.ts'

interface ReportParts {
  database: Database
  telemetry: Telemetry
}

type Nameplate = Awaited<ReturnType<typeof findPublicMachine>>
type Data = SourceAnswer<'serviceReport'>['data']
const HASH_DIGITS = 12

/** The report of a service record. */
export function serviceReportSource({ database, telemetry }: ReportParts): DocumentSource<'serviceReport'> {
  return {
    words: serviceReportWords,
    async read({ principal, id, written: anywhere }) {
      assertRecordId(id, serviceRecords)
      const facts = await readServiceReport(database, scopeOf(principal), id)
      const machine = findKnownMachine(telemetry, principal, facts.machineID)
      const written = anywhere.inZone(machine.entry.timeZone)
      const service = await readService(database, scopeOf(principal), machine)
      const planned = service.plans.find((plan) => plan.id === facts.plan?.id)
      return {
        data: {
          machine: nameplateOf(facts, await findNameplate(database, principal, machine.entry.key), written),
          customer: facts.customer,
          site: facts.site,
          what: facts.what,
          doneAt: written.time(facts.doneAt.getTime()),
          doneBy: facts.doneBy,
          notes: facts.notes,
          hours: facts.hours === null ? null : t('documents.workingHours', { hours: facts.hours }),
          checks: facts.checks.map(({ point, result, note }) => ({
            point,
            result: t(`service.check.${result}`),
            note,
          })),
          parts: facts.parts.map(({ number, name, unit, quantity }) => ({
            number,
            name,
            quantity: [written.decimal(quantity), unit].filter(Boolean).join(' '),
          })),
          plan: planWords(planFor(facts.plan, mayBeSeenBy(principal)(machine)), planned?.nextDue ?? null, written),
          // Files are seen by whoever may read service records; a customer sees what was done.
          files: principal.permissions.has('serviceRecord.read') ? facts.files : [],
          ...signaturesOf(await findSignatures(database, principal, id), written),
        },
        title: t('documents.serviceReportOf', { machine: facts.machineID }),
        number: null,
        fileName: `service-${facts.machineID}-${facts.doneAt.toISOString().slice(0, 10)}`,
        recordId: id,
      }
    },
  }
}

async function findNameplate(database: Database, principal: Principal, key: number): Promise<Nameplate> {
  const token = await database.inScope(rowScope(principal), (db) => findTokenOfMachine(db, key))
  return token === undefined ? undefined : await findPublicMachine(database.system, token)
}

function nameplateOf(facts: ServiceReportFacts, plate: Nameplate, written: Written): Data['machine'] {
  return {
    machineID: facts.machineID,
    description: facts.description,
    model: plate?.modelName ?? plate?.model ?? null,
    supplier: plate?.supplier ?? null,
    serial: plate?.serial ?? null,
    commissioned: plate?.commissionedAt ? written.day(plate.commissionedAt) : null,
  }
}

/** Hours and cycles of a machine that is not shared are not for staff. */
function planFor(plan: ServiceReportFacts['plan'], isSeen: boolean): ServiceReportFacts['plan'] {
  return isSeen ? plan : plan && { ...plan, used: null }
}

function planWords(plan: ServiceReportFacts['plan'], next: string | null, written: Written): Data['plan'] {
  if (plan === null) return null
  const { name, trigger, interval, before, dueDay, used } = plan
  return {
    name,
    interval: t(`service.every.${trigger}`, { count: interval }),
    before: before && written.time(before.getTime()),
    due:
      trigger === 'calendar'
        ? dueDay && written.day(dueDay)
        : used === null
          ? null
          : t(`documents.usedSince.${trigger}`, { count: Math.round(used) }),
    next: next && written.day(next),
  }
}

/** The newest signature of each side, and who has not signed. Of a time of another customer its reader does not know who has. */
function signaturesOf(
  { signatures, isOfFormerOwner }: ServiceSignatures,
  written: Written,
): Pick<Data, 'signatures' | 'unsigned'> {
  const newest = signingParties.map((party) => signatures.find((one) => one.party === party))
  return {
    signatures: newest.filter((one) => one !== undefined).map((one) => signatureWords(one, written)),
    unsigned: signingParties
      .filter((_, n) => newest[n] === undefined && !isOfFormerOwner)
      .map((party) => t(`service.signedFor.${party}`)),
  }
}

function signatureWords(
  { party, name, signedAt, drawing, sha256, isChanged }: ServiceSignature,
  written: Written,
): Data['signatures'][number] {
  return {
    party: t(`service.signedFor.${party}`),
    name,
    at: written.time(Date.parse(signedAt)),
    drawing: drawing && pathOf(drawing),
    hash: sha256.slice(0, HASH_DIGITS),
    isChanged,
  }
}

/** Strokes as the path of an SVG. */
function pathOf(drawing: SignatureDrawing): string {
  return drawing.map((stroke) => `M${stroke.map((point) => point.join(' ')).join('L')}`).join('')
}
