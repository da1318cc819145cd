import {
  MAX_MACHINES_OF_LINE,
  MAX_MACHINES_OF_QUOTE,
  type MachineOfQuote,
  orderedMachines,
  type QuoteContent,
  takenOf,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Principal } from '../../engine/principal.ts'
import { ProblemError } from '../../engine/problem-error.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import { designSpeedPerMinute } from '../../library/area.ts'
import type { Db, Transaction } from '../../platform/database.ts'
import type { AcceptedQuote } from './take-choices.ts'

const MODEL_LENGTH = 50
/** Of the name of an option. */
const OPTION_LENGTH = 100
const MOST_OPTIONS = 100

interface OrderedLine {
  itemId: string
  model: string
  description: string
  quantity: number
  customerId: string
  locationId: string | null
  /** Places of its machines that are entered already. */
  entered: number[]
  /** Machines that an earlier release has registered for the line. */
  registered: {
    id: string
    machineID: string
    isDelivered: boolean
    createdAt: string
    commissionedAt: string | null
  }[]
}

/** @throws ProblemError `not_usable` where a line that was taken is for more machines than can be entered: quotes of earlier releases may have one */
export async function assertCanBeEntered(
  db: Transaction,
  { projectId, content, choices }: AcceptedQuote,
): Promise<void> {
  const taken = takenOf(content, choices)
  const lines = (await readLines(db, projectId)).filter(({ itemId }) => taken.has(itemId))
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  if (count > MAX_MACHINES_OF_QUOTE) {
    throw new ProblemError('not_usable', t('quote.tooManyMachinesInAll', { count, max: MAX_MACHINES_OF_QUOTE }))
  }
  const tooLong = lines.find(isTooLong)
  if (tooLong === undefined) return
  const words = { line: tooLong.description, count: tooLong.quantity, max: MAX_MACHINES_OF_LINE }
  throw new ProblemError('not_usable', t('quote.tooManyMachines', words))
}

function isTooLong({ quantity }: OrderedLine): boolean {
  return quantity > MAX_MACHINES_OF_LINE
}

interface EnteredMachines {
  entered: number
  /** Machines that are missing still, of lines that are too long. */
  notEntered: number
}

/**
 * Enters each machine that a customer has ordered, so that quote, machine and its live data are one thread. Those that are there already stay as they
 * are. Lines that are sold in fractions and lines without a model of the library are not entered, nor is one that is too long.
 * @param principal in whose name they are entered
 */
export async function enterMachines(
  db: Transaction,
  store: ResourceStore,
  principal: Principal,
  { projectId, content, choices }: AcceptedQuote,
): Promise<EnteredMachines> {
  const taken = takenOf(content, choices)
  const plan = planOf(content)
  // An earlier release has entered fewer of a long line: those that are missing come behind all that there are.
  let number = await lastNumber(db, projectId)
  let entered = 0
  const all = (await readLines(db, projectId)).filter(({ itemId }) => taken.has(itemId))
  const lines = all.filter((line) => !isTooLong(line))
  const free = await freeIdsOf(db, lines)
  for (const line of lines) {
    const ids = free.get(line.model)?.splice(0, line.quantity) ?? []
    for (let place = 1; place <= line.quantity; place++) {
      if (line.entered.includes(place)) continue
      number++
      const { itemId: projectItemId, model, description, customerId, locationId } = line
      const draft = orderedMachines.draft.parse({
        number: `${content.number}/${number}`,
        ...{ model, description, customerId, locationId, plannedMachineID: ids[place - 1], ...plan },
      })
      const origin = {
        place,
        projectId,
        projectItemId,
        version: content.version,
        options: optionsOf(content, projectItemId, taken),
      }
      await store.createIn(db, principal, {
        ...draft,
        ...origin,
        ...registeredAs(line.registered[place - 1]),
      })
      entered++
    }
  }
  const missing = all.filter(isTooLong).map((line) => line.quantity - line.entered.length)
  return { entered, notEntered: missing.reduce((sum, count) => sum + count, 0) }
}

/** The highest number behind the slash of the ordered machines of a project; 0 without any. */
async function lastNumber(db: Transaction, projectId: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    SELECT coalesce(max(substring(number from '/(\\d{1,6})$')::int), 0) AS last FROM ordered_machine WHERE project_id = ${projectId}
  `.execute(db)
  return rows[0]?.last ?? 0
}

/** What an earlier release has registered is the machine of its order where it was delivered; before that its ID is planned. */
function registeredAs(machine: OrderedLine['registered'][number] | undefined): Record<string, unknown> {
  if (machine === undefined) return {}
  const { id, machineID, isDelivered, createdAt, commissionedAt } = machine
  if (!isDelivered) return { plannedMachineID: machineID }
  return { machineId: id, plannedMachineID: machineID, claimedAt: createdAt, siteTestDone: commissionedAt }
}

/** When the steps are planned, as far as the quote says it: the last delivery counts, and the first day of each kind of work. */
export function planOf({ deliveries, commissioning }: QuoteContent): Record<string, string | null> {
  const arrivals = deliveries.map(({ arrivesOn }) => arrivesOn).filter((day) => day !== null)
  const firstOf = (wanted: QuoteContent['commissioning'][number]['kind']) => {
    const days = commissioning.filter(({ kind }) => kind === wanted).map(({ startsOn }) => startsOn)
    return days.filter((day) => day !== null).toSorted()[0] ?? null
  }
  return {
    factoryTestPlanned: firstOf('FAT'),
    deliveryPlanned: arrivals.toSorted().at(-1) ?? null,
    installationPlanned: firstOf('installation'),
    siteTestPlanned: firstOf('SAT'),
    trainingPlanned: firstOf('training'),
  }
}

/** The options of a line as the customer has read them, with the extras that were taken for it. */
export function optionsOf({ items, extras }: QuoteContent, itemId: string, taken: ReadonlySet<string>): string[] {
  const lines = items.flatMap(({ alternatives, ...item }) => [item, ...alternatives])
  const configured = lines.find(({ id }) => id === itemId)?.options ?? []
  const added = extras.filter(({ id, onlyWithItem }) => onlyWithItem === itemId && taken.has(id))
  const names = [...configured, ...added.map(({ description }) => description.split('\n')[0] ?? '')]
  return names.map((name) => [...name].slice(0, OPTION_LENGTH).join('')).slice(0, MOST_OPTIONS)
}

async function readLines(db: Db, projectId: string): Promise<OrderedLine[]> {
  const { rows } = await sql<OrderedLine>`
    SELECT i.id AS "itemId", left(l.model, ${MODEL_LENGTH}) AS model, left(split_part(i.description, E'\n', 1), 200) AS description,
      least(floor(i.quantity), 1000000000)::int AS quantity, p.customer_id AS "customerId", p.location_id AS "locationId",
      ARRAY(SELECT o.place FROM ordered_machine o WHERE o.project_item_id = i.id) AS entered,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'machineID', m.machine_id, 'createdAt', m.created_at, 'commissionedAt', m.commissioned_at,
          'isDelivered', m.commissioned_at IS NOT NULL OR EXISTS (SELECT FROM latest WHERE machine_key = m.key)) ORDER BY m.machine_id), '[]')
        FROM machine m WHERE m.project_item_id = i.id AND m.deleted_at IS NULL) AS registered
    FROM project_item i JOIN project p ON p.id = i.project_id JOIN library_machine l ON l.id = i.library_machine_id
    WHERE i.project_id = ${projectId} AND i.quantity >= 1 ORDER BY i.sort, i.id
  `.execute(db)
  return rows
}

/** Enough free machine IDs for all lines by their model, asked for before the first is entered: several lines may be of one model. */
async function freeIdsOf(db: Transaction, lines: readonly OrderedLine[]): Promise<Map<string, string[]>> {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line.model, (counts.get(line.model) ?? 0) + line.quantity)
  const free = new Map<string, string[]>()
  for (const [model, count] of [...counts].sort()) free.set(model, await freeIds(db, model, count))
  return free
}

/** Machine IDs that nobody has and that are planned for nobody, such as `VFFS-320-7`. Two who ask at once follow each other. */
async function freeIds(db: Transaction, model: string, count: number): Promise<string[]> {
  const stem = model.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '') || 'M'
  await sql`SELECT pg_advisory_xact_lock(hashtext(${`machine ${stem}`}))`.execute(db)
  const { rows } = await sql<{ id: string }>`
    SELECT ${stem} || '-' || free.place AS id FROM generate_series(1, 100000) AS free (place)
    WHERE NOT EXISTS (SELECT FROM machine m WHERE m.machine_id = ${stem} || '-' || free.place)
      AND NOT EXISTS (SELECT FROM ordered_machine o WHERE o.planned_machine_id = ${stem} || '-' || free.place)
    ORDER BY free.place LIMIT ${count}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** The machines that were ordered with a project. What became another customer's since is not named any more. */
export async function machinesOfQuote(db: Db, projectId: string): Promise<MachineOfQuote[]> {
  const { rows } = await sql<MachineOfQuote>`
    SELECT o.id, o.number, o.description, o.model, m.machine_id AS "machineID", coalesce(i.promised_speed, speed.design) AS "promisedSpeed",
      CASE WHEN i.promised_speed IS NOT NULL THEN 'quote' WHEN speed.design IS NOT NULL THEN 'library' END AS "speedFrom",
      jsonb_build_array(
        jsonb_build_object('step', 'factoryTest', 'plannedOn', o.factory_test_planned, 'doneOn', o.factory_test_done),
        jsonb_build_object('step', 'delivery', 'plannedOn', o.delivery_planned, 'doneOn', o.delivery_done),
        jsonb_build_object('step', 'installation', 'plannedOn', o.installation_planned, 'doneOn', o.installation_done),
        jsonb_build_object('step', 'siteTest', 'plannedOn', o.site_test_planned, 'doneOn', o.site_test_done),
        jsonb_build_object('step', 'training', 'plannedOn', o.training_planned, 'doneOn', o.training_done)) AS steps
    FROM ordered_machine o
      LEFT JOIN machine m ON m.id = o.machine_id AND m.customer_id = o.customer_id AND m.deleted_at IS NULL
      LEFT JOIN project_item i ON i.id = o.project_item_id
      LEFT JOIN library_machine l ON l.id = i.library_machine_id,
      LATERAL (SELECT ${designSpeedPerMinute('l')} AS design) speed
    WHERE o.project_id = ${projectId} AND o.deleted_at IS NULL ORDER BY o.created_at, length(o.number), o.number
  `.execute(db)
  return rows
}
