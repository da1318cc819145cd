import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { sampleColleagues, sampleStaff } from '../estimator/people.ts'
import { given } from '../given.ts'

interface SampleMail {
  recipient: string
  daysAgo: number
  subject: string
  body: string
  /** The machine that it is about. */
  machine?: string
  /** Why it could not be sent. */
  refusal?: string
}

const INGRID = 'ingrid.solheim@nordfjell.example'
const MAREK = 'marek.wojcik@baltic.example'
const HANNAH = 'hannah.okafor@meridian.example'

const mails: readonly SampleMail[] = [
  alarm('VFFS-2214', 'Machine faulted', 1),
  alarm('CRT-1130', 'Machine faulted', 4),
  alarm('CSP-0511', 'No data for 10 minutes', 9),
  alarm('PAL-0340', 'Machine faulted', 17),
  report(INGRID, 'Nordfjell Seafood AS', 24),
  report(MAREK, 'Baltic Bakeries sp. z o.o.', 24),
  report(HANNAH, 'Meridian Foods Ltd', 24),
  {
    ...{
      recipient: 'lars.bakke@nordfjell.no.example',
      daysAgo: 24,
      subject: 'Report of Nordfjell Seafood AS for last month',
    },
    body: 'The report of last month is ready. It has the figures of all machines of Nordfjell Seafood AS.',
    refusal: '550 5.1.1 <lars.bakke@nordfjell.no.example>: recipient address rejected: user unknown',
  },
  {
    ...{ recipient: sampleStaff, daysAgo: 6, machine: 'TRS-0310' },
    subject: 'Request of a customer: Oxygen too low, TRS-0310',
    body: 'Baltic Bakeries sp. z o.o. asks for service of TRS-0310: Oxygen too low.',
  },
  {
    ...{ recipient: MAREK, daysAgo: 5, machine: 'TRS-0310' },
    subject: 'Your request: Oxygen too low, TRS-0310',
    body: 'Your request “Oxygen too low” is planned.',
  },
  {
    ...{ recipient: sampleStaff, daysAgo: 3 },
    subject: 'Anja Keller names you: Nordfjell Seafood AS',
    body: 'Can you tell what the bagger on Line 1 reaches with the 400 g film? I need it for the quote of the third line.',
  },
  {
    ...{ recipient: sampleColleagues.approval.email, daysAgo: 12 },
    subject: 'A quote waits for your approval',
    body: 'Maren Holm asks for your approval: the discount is over 4 %.',
  },
]

/** Mails of the last weeks, of which all but one have arrived. None waits, so that none is sent. */
export async function seedMails(db: Transaction): Promise<void> {
  const entered = await sql`SELECT FROM mail LIMIT 1`.execute(db)
  if (entered.rows.length > 0) return
  await sql`
    INSERT INTO mail (user_id, recipient, subject, body, state, attempts, reason, created_at, sent_at, machine_key)
    SELECT reader.id, value ->> 'recipient', value ->> 'subject', value ->> 'body',
      CASE WHEN value ->> 'refusal' IS NULL THEN 'sent' ELSE 'failed' END, 1, value ->> 'refusal', stored.at,
      CASE WHEN value ->> 'refusal' IS NULL THEN stored.at + interval '4 seconds' END, machine.key
    FROM ${given(mails)} LEFT JOIN user_account reader ON reader.email = value ->> 'recipient'
      LEFT JOIN machine ON machine.machine_id = value ->> 'machine'
      CROSS JOIN LATERAL (SELECT now() - make_interval(days => (value ->> 'daysAgo')::int, mins => place::int * 47) AS at) stored
    ORDER BY stored.at
  `.execute(db)
}

function alarm(machine: string, rule: string, daysAgo: number): SampleMail {
  const subject = `${rule}: ${machine}`
  const body =
    rule === 'Machine faulted'
      ? `${machine}: the machine reports a fault and has stopped.`
      : `${machine}: nothing was heard for 10 minutes.`
  return { recipient: sampleStaff, daysAgo, machine, subject, body }
}

function report(recipient: string, customer: string, daysAgo: number): SampleMail {
  const body = `The report of last month is ready. It has the figures of all machines of ${customer}.`
  return { recipient, daysAgo, subject: `Report of ${customer} for last month`, body }
}
