import { type PriceInput, priceProject } from '@packhouse/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useTestApp } from '../support/use-test-app.ts'

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
