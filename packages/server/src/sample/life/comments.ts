import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { sampleColleagues, sampleStaff } from '../estimator/people.ts'
import { given } from '../given.ts'

const { sales, calculation, approval } = sampleColleagues

/** The record by its own code; when, in days before now; and whether the account of the sample is named and has seen it. */
interface SampleComment {
  resource: 'customer' | 'machine' | 'supplier'
  code: string
  author: string
  daysAgo: number
  text: string
  names?: 'seen' | 'unseen'
}

const comments: readonly SampleComment[] = [
  {
    ...{ resource: 'customer', code: 'NORDFJELL', author: sales.email, daysAgo: 61 },
    text: 'Met Lars at the fair. They plan a third line in Bergen for next autumn and want one supplier for all of it.',
  },
  {
    ...{ resource: 'customer', code: 'NORDFJELL', author: sampleStaff, daysAgo: 58 },
    text: 'Service contract runs out with the licence. Ingrid asks for two visits a year from then on.',
  },
  {
    ...{ resource: 'customer', code: 'NORDFJELL', author: calculation.email, daysAgo: 3, names: 'unseen' },
    text: 'Can you tell what the bagger on Line 1 reaches with the 400 g film? I need it for the quote of the third line.',
  },
  {
    ...{ resource: 'customer', code: 'BALTIC', author: sampleStaff, daysAgo: 33 },
    text: 'Marek prefers visits on Mondays, before the early shift. The gate needs names a day before.',
  },
  {
    ...{ resource: 'customer', code: 'MERIDIAN', author: approval.email, daysAgo: 19, names: 'seen' },
    text: 'Discount of 6 % agreed for the sealer in Lyon only. Not a precedent for the other sites.',
  },
  {
    ...{ resource: 'machine', code: 'VFFS-2214', author: sampleStaff, daysAgo: 25 },
    text: 'Jaws were changed at 11,200 h, with the second service. Film of the new supplier pulls harder: watch the brake.',
  },
  {
    ...{ resource: 'machine', code: 'FLW-0904', author: sales.email, daysAgo: 8, names: 'unseen' },
    text: 'The network socket in Ålesund is on order. Until it is there the machine cannot send anything.',
  },
  {
    ...{ resource: 'machine', code: 'TRS-0310', author: sampleStaff, daysAgo: 14 },
    text: 'Gas mixer shows 2 % too little oxygen. Sensor is on order, the customer measures by hand until then.',
  },
  {
    ...{ resource: 'supplier', code: 'SERVOTEC', author: calculation.email, daysAgo: 44 },
    text: 'Drives go up by 3.5 % with the next price list. Orders that arrive before are at the old price.',
  },
]

/** Relative to today: those behind it are late. */
const followUps = [
  { resource: 'customer', code: 'NORDFJELL', what: 'Call Ingrid about the service contract', inDays: -1 },
  { resource: 'machine', code: 'TRS-0310', what: 'Ask whether the oxygen sensor has arrived', inDays: 2 },
  { resource: 'customer', code: 'BALTIC', what: 'Offer the renewal of the monitoring licence', inDays: 12 },
  { resource: 'supplier', code: 'SERVOTEC', what: 'Order drives at the old price', inDays: 18 },
] as const

/** The records that are commented on, by their codes. */
const records = sql`(
  SELECT 'customer' AS resource, code, id FROM customer WHERE deleted_at IS NULL
  UNION ALL SELECT 'machine', machine_id, id FROM machine WHERE deleted_at IS NULL
  UNION ALL SELECT 'supplier', code, id FROM supplier WHERE deleted_at IS NULL
) AS record`

/** What staff wrote to each other about records, and what they want to look at again. No mail goes out for it. */
export async function seedComments(db: Transaction): Promise<void> {
  const entered = await sql`SELECT FROM record_comment UNION ALL SELECT FROM follow_up LIMIT 1`.execute(db)
  if (entered.rows.length > 0) return
  await sql`
    WITH written AS (
      INSERT INTO record_comment (resource, record_id, text, author_id, created_at)
      SELECT record.resource, record.id, value ->> 'text', author.id, now() - make_interval(days => (value ->> 'daysAgo')::int)
      FROM ${given(comments)} JOIN ${records} ON record.resource = value ->> 'resource' AND record.code = value ->> 'code'
        LEFT JOIN user_account author ON author.email = value ->> 'author'
      ORDER BY (value ->> 'daysAgo')::int DESC RETURNING id, text, created_at
    )
    INSERT INTO comment_mention (comment_id, user_id, seen_at)
    SELECT written.id, reader.id, CASE value ->> 'names' WHEN 'seen' THEN written.created_at + interval '2 hours' END
    FROM ${given(comments)} JOIN written ON written.text = value ->> 'text' JOIN user_account reader ON reader.email = ${sampleStaff}
    WHERE value ->> 'names' IS NOT NULL
  `.execute(db)
  await sql`
    INSERT INTO follow_up (resource, record_id, what, due_on, assignee_id, author_id, created_at)
    SELECT record.resource, record.id, value ->> 'what', current_date + (value ->> 'inDays')::int, reader.id, reader.id, now() - interval '9 days'
    FROM ${given(followUps)} JOIN ${records} ON record.resource = value ->> 'resource' AND record.code = value ->> 'code'
      JOIN user_account reader ON reader.email = ${sampleStaff} ORDER BY place
  `.execute(db)
}
