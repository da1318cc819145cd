import { type PriceInput, type ProjectChanges, priceProject, toPriceInput } from '@packhouse/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { makeProject, type Project, succeeded } from './estimator-rows.ts'

const app = useTestApp()
const seed = 20261123
const PROJECTS = 300

/** The same rules in SQL, on PostgreSQL's `numeric`. */
const PRICED = `
WITH line AS (
  SELECT place, (value ->> 'counts')::boolean AS counts, round((value ->> 'quantity')::numeric * (value ->> 'unitPrice')::numeric, $2) AS gross,
    (value ->> 'discountPercent')::numeric AS percent, round((value ->> 'quantity')::numeric * (value ->> 'unitCost')::numeric, $2) AS cost
  FROM json_array_elements($1::json) WITH ORDINALITY AS one (value, place)
), netted AS (
  SELECT *, gross - round(gross * percent / 100, $2) AS net FROM line
), total AS (
  SELECT coalesce(sum(net), 0) AS subtotal, round(coalesce(sum(net), 0) * $3::numeric / 100, $2) AS discount, coalesce(sum(cost), 0) AS cost
  FROM netted WHERE counts
), share AS (
  SELECT place, trunc(discount * net / nullif(subtotal, 0), $2) AS part,
    discount * net * 10.0 ^ $2 % nullif(subtotal, 0) AS remainder FROM netted, total WHERE counts
), ranked AS (
  SELECT place, part, row_number() OVER (ORDER BY remainder DESC, place) AS rank FROM share
), parted AS (
  SELECT place, part + CASE WHEN rank <= (discount - sum(part) OVER ()) * 10.0 ^ $2 THEN 10.0 ^ -$2 ELSE 0 END AS part FROM ranked, total
)
SELECT (SELECT json_agg(round(coalesce(part, 0), $2)::text ORDER BY netted.place) FROM netted LEFT JOIN parted USING (place)) AS parts,
  (SELECT json_agg(net::text ORDER BY place) FROM netted) AS nets, round(subtotal, $2)::text AS subtotal,
  round(discount, $2)::text AS discount, round(subtotal - discount, $2)::text AS net,
  CASE WHEN subtotal - discount <> 0 THEN round(100 * (subtotal - discount - cost) / (subtotal - discount), 2)::text END AS "marginPercent"
FROM total`

const decimal = (most: number, decimals: number) =>
  fc.integer({ min: 0, max: most }).map((units) => (units / 10 ** decimals).toFixed(decimals))

const project = fc.record({
  minorUnits: fc.constantFrom(0, 2, 3),
  percent: decimal(1_000_000, 4),
  lines: fc.array(
    fc.record({
      quantity: decimal(10 ** 7, 4),
      unitPrice: decimal(10 ** 9, 4),
      unitCost: decimal(10 ** 9, 4),
      discountPercent: decimal(1_000_000, 4),
      counts: fc.boolean(),
    }),
    { minLength: 1, maxLength: 25 },
  ),
})

interface Priced {
  parts: string[]
  nets: string[]
  subtotal: string
  discount: string
  net: string
  marginPercent: string | null
}

test('the prices of a project are those that PostgreSQL works out', async () => {
  await fc.assert(
    fc.asyncProperty(project, async ({ minorUnits, percent, lines }) => {
      const given = lines.map((line, place) => ({ ...line, id: String(place), section: 'All' }))
      const input: PriceInput = {
        minorUnits,
        lines: given,
        discount: { kind: 'percent', value: percent },
        milestones: [],
        cashStep: null,
      }
      const ours = priceProject(input)
      const [theirs] = await app.sql<Priced>(PRICED, [JSON.stringify(given), minorUnits, percent])
      expect({
        parts: ours.lines.map(({ projectDiscount }) => projectDiscount),
        nets: ours.lines.map(({ net }) => net),
        subtotal: ours.subtotal,
        discount: ours.discount,
        net: ours.net,
        marginPercent: ours.marginPercent,
      }).toEqual(theirs)
    }),
    { seed, numRuns: PROJECTS },
  )
})

type Batch = ProjectChanges['changes']

/** Numbers from a seed. */
function numbers(state: number): (end: number) => number {
  return (end) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * end)
  }
}

/** Changes of every kind that a price depends on: rows come, go, change, and begin and cease to count. */
function anyChanges({ items, extras, deliveries, commissioning }: Project, below: (end: number) => number): Batch {
  const money = () => (below(10 ** 7) / 1_000).toFixed(3)
  const cost = () => (below(4) === 0 ? null : money())
  const soldAt = () => ({ unitPrice: money(), unitCost: cost(), quantity: (1 + below(9_999) / 10_000).toFixed(4) })
  const sold = () => ({ ...soldAt(), description: 'Conveyor', unit: 'pcs', discountPercent: String(below(101)) })
  const one = <Row>(rows: readonly Row[]) => rows[below(rows.length)]
  const main = items.find(({ alternativeToId }) => alternativeToId === null)
  const [item, extra, step] = [one(items), one(extras), one(commissioning)]
  const steps: (() => Batch)[] = [
    () => [{ kind: 'items', op: 'create', values: { section: 'Machines', ...sold() } }],
    () => [
      { kind: 'items', op: 'create', values: { section: 'Machines', ...sold(), alternativeToId: main?.id ?? null } },
    ],
    () => [{ kind: 'extras', op: 'create', values: { ...sold(), selected: below(2) === 0 } }],
    () => [
      {
        kind: 'deliveries',
        op: 'create',
        values: { incoterm: 'DAP', namedPlace: 'Oslo', price: money(), cost: cost() },
      },
    ],
    () => [
      {
        kind: 'commissioning',
        op: 'create',
        values: {
          kind: 'SAT',
          description: 'At site',
          days: '1.75',
          engineers: 3,
          dayRate: money(),
          dayCost: cost(),
          travel: money(),
        },
      },
    ],
    () => (item ? [{ kind: 'items', op: 'update', id: item.id, values: soldAt() }] : []),
    () => (item ? [{ kind: 'items', op: 'remove', id: item.id }] : []),
    () => (extra ? [{ kind: 'extras', op: 'update', id: extra.id, values: { selected: !extra.selected } }] : []),
    () =>
      step ? [{ kind: 'commissioning', op: 'update', id: step.id, values: { days: '0.25', dayCost: cost() } }] : [],
    () => deliveries.slice(0, 1).map(({ id }) => ({ kind: 'deliveries', op: 'remove', id })),
  ]
  return [one(steps)?.() ?? [], one(steps)?.() ?? []].flat().filter((change, place, all) => {
    return (
      place === all.findIndex((other) => 'id' in other && 'id' in change && other.id === change.id) || !('id' in change)
    )
  })
}

test('The sums of a project are those of all of its lines after any changes, and so are the kept sums of every project', async () => {
  const staff = await app.as('staff')
  const below = numbers(seed)
  const terms = { discountValue: '3.5', taxCategory: 'standard', taxPercent: '19' }
  const held = await makeProject(staff, terms)
  const [currency] = await app.sql<{ minorUnits: number }>(
    `SELECT minor_units AS "minorUnits" FROM currency WHERE code = 'EUR'`,
  )
  for (let batch = 0; batch < 40; batch++) {
    const changes = anyChanges(await held.read(), below)
    succeeded(await held.send('POST', `projects/${held.id}/changes`, { changes }))
    const project = await held.read()
    const price = priceProject(toPriceInput(project, { minorUnits: currency?.minorUnits ?? 2, cashStep: null }))
    const { subtotal, discount, net, tax, total, cost, margin } = project
    const kept = { subtotal, discount, net, tax, total, cost, margin }
    const counted = { ...kept, ...price, margin: price.marginPercent }
    for (const [name, value] of Object.entries(kept)) {
      const other = counted[name as keyof typeof kept]
      expect([batch, name, value === null ? null : Number(value)]).toEqual([
        batch,
        name,
        other === null ? null : Number(other),
      ])
    }
  }
  const { rowVersion, items } = await held.read()
  succeeded(
    await held.send('PUT', `projects/${held.id}`, {
      rowVersion,
      items: items.slice(1).map(({ id }) => ({ id })),
      extras: [],
    }),
  )
  succeeded(await staff.post(`/v1/estimator/projects/${held.id}/duplicate`))
  const wrong = `SELECT project_id, kept, counted FROM (SELECT project_id, (k.net, k.cost, k.missing_costs, k.lines) AS kept,
      (coalesce(c.net, 0), coalesce(c.cost, 0), coalesce(c.missing_costs, 0), coalesce(c.lines, 0)) AS counted
    FROM project_sum k LEFT JOIN counted_project_sum c USING (project_id)) sums WHERE kept <> counted`
  expect(await app.sql(wrong)).toEqual([])
  await app.sql(`UPDATE currency SET minor_units = 0 WHERE code = 'EUR'`)
  expect(await app.sql(wrong)).toEqual([])
  expect(await app.sql(`SELECT FROM project_sum WHERE net <> round(net) AND project_id = '${held.id}'`)).toEqual([])
})

test('amounts within their limits whose total is too large to be stored are refused in words, and nothing is stored', async () => {
  const staff = await app.as('staff')
  const held = await makeProject(staff)
  const step = { projectId: held.id, kind: 'SAT', description: 'On site', days: '99999999', engineers: 100 }
  const refused = await held.send('POST', 'project-commissioning', { ...step, dayRate: '99999999999' })
  const { errors } = expectProblem(refused, 'invalid_request')
  expect(errors).toMatchObject(
    ['days', 'dayRate', 'travel', 'accommodation'].map((field) => ({ path: `body.${field}`, code: 'too_big' })),
  )
  expect((await held.read()).commissioning).toEqual([])
})
