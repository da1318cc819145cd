import type { CustomerReportData } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import { listAlarms } from '../../alarms/area.ts'
import { customerScope, type Principal } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import type { LiveMachine } from '../../live/index.ts'
import { asSeenBy, readBuckets, scopeOf } from '../../monitoring/area.ts'
import { clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { readOee, readStops } from '../../service/area.ts'
import type { Written } from '../written.ts'
import { lastMonth, monthBefore, monthSpan } from './customer-report/month.ts'
import { type MachineMonth, monthOverview } from './customer-report/month-overview.ts'
import type { DocumentSource } from './document-source.ts'
import type { FactParts } from './machine-report/read-facts.ts'
import { alarmRows, moreThan, oeeFigures, reasonRows, stopRows } from './machine-report/report-tables.ts'
import { type ShownWindow, shownWindow } from './machine-report/shown-window.ts'
import { customerReportWords } from './machine-report/words.ts'

/** A report must come to an end: each machine is several statements. */
const MACHINES_SHOWN = 100
/** The longest reasons and stops and the newest alarms of each machine. */
const ROWS_SHOWN = 5

interface Customer {
  id: string
  name: string
}

interface Month {
  from: number
  to: number
  now: number
}

/** What the machines of a customer did in a month of the time zone of the document. */
export function customerReportSource(parts: FactParts): DocumentSource<'customerReport'> {
  return {
    words: customerReportWords,
    async read({ principal: asker, id, parameters, written }) {
      const { database, telemetry } = parts
      const customer = await findCustomer(database.system, asker, id)
      const principal = heldTo(customer, asker)
      const now = clock.now()
      const name = parameters.month ?? lastMonth(written.timeZone, now)
      const { from, to } = monthSpan(written.timeZone, name)
      const month = { from: Math.min(from, now - 1), to: Math.min(to, now), now }
      const show = asSeenBy(principal)
      const found = telemetry.live
        .machines()
        .filter((machine) => machine.entry.customerId === customer.id && !machine.isOnOrder)
        .flatMap((machine) => show(machine) ?? [])
        .sort((one, other) => (one.entry.machineID < other.entry.machineID ? -1 : 1))
      const window = shownWindow(written.timeZone, month.from, month.to)
      const before = monthSpan(written.timeZone, monthBefore(name))
      const machines: CustomerReportData['machines'] = []
      const months: MachineMonth[] = []
      for (const machine of found.slice(0, MACHINES_SHOWN)) {
        machines.push(await sectionOf(parts, principal, machine, month, written))
        months.push(await monthOf(parts, principal, machine, window, before))
      }
      return {
        data: {
          customer: customer.name,
          month: written.month(name),
          period: { from: written.time(month.from), to: written.time(month.to), timeZone: written.timeZone },
          overview: monthOverview(months, window, written),
          machines,
          moreMachines: moreThan(found.length, machines.length, written),
        },
        title: t('customerReport.titleOf', { customer: customer.name, month: written.month(name) }),
        number: null,
        fileName: `report-${customer.name}-${name}`,
      }
    },
  }
}

/** A report is about one customer, also where staff make it: what a machine did for another one is not in it. */
function heldTo({ id }: Customer, principal: Principal): Principal {
  return customerScope(principal) === 'all' ? { ...principal, customerId: id, isOfStaff: true } : principal
}

/** A customer's people have that of their own company; a foreign one is answered like one that does not exist. */
async function findCustomer(db: Db, principal: Principal, id: string): Promise<Customer> {
  const isSeen =
    principal.customerId === null ? principal.permissions.has('customer.read') : principal.customerId === id
  const { rows } = await sql<Customer>`
    SELECT id, name FROM customer WHERE id::text = ${id} AND deleted_at IS NULL
  `.execute(db)
  const [customer] = rows
  assertThat(isSeen && customer, 'not_found', t('customerReport.noSuchCustomer'))
  return customer
}

async function monthOf(
  { database, telemetry: { names } }: FactParts,
  principal: Principal,
  { entry: { key, machineID } }: LiveMachine,
  { from, starts, to }: ShownWindow,
  before: { from: number; to: number },
): Promise<MachineMonth> {
  const counts = await database.inHistory(scopeOf(principal), async (db) => ({
    days: await readBuckets(db, names, key, starts, to),
    before: (await readBuckets(db, names, key, [before.from], before.to))[0],
  }))
  const alarmsOf = async (span: { from: number; to: number }) =>
    (
      await listAlarms(database, principal, {
        ...{ page: 1, pageSize: 1, order: 'newest', machineID },
        ...{ from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() },
      })
    ).total
  return { ...counts, alarms: { now: await alarmsOf({ from, to }), before: await alarmsOf(before) } }
}

async function sectionOf(
  { database, telemetry }: FactParts,
  principal: Principal,
  machine: LiveMachine,
  { from, to, now }: Month,
  written: Written,
): Promise<CustomerReportData['machines'][number]> {
  const scope = scopeOf(principal)
  const { machineID, description } = machine.entry
  const oee = await readOee(database, telemetry.names, scope, machine, { from, to }, now)
  const stops = await readStops(database, scope, machine, { from, to }, now)
  const alarms = await listAlarms(database, principal, {
    ...{ page: 1, pageSize: ROWS_SHOWN, order: 'newest', machineID },
    ...{ from: new Date(from).toISOString(), to: new Date(to).toISOString() },
  })
  return {
    machineID,
    description,
    oee: oeeFigures(oee, written),
    ...reasonRows(oee, written, ROWS_SHOWN),
    ...alarmRows(alarms, written, now),
    ...stopRows(stops, written, ROWS_SHOWN),
  }
}
