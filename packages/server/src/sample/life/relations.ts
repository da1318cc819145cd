import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { sampleColleagues, sampleStaff } from '../estimator/people.ts'
import { given } from '../given.ts'

const industries = [
  { code: 'FOOD', name: 'Food', parent: null },
  { code: 'FOOD-FISH', name: 'Fish and seafood', parent: 'FOOD' },
  { code: 'FOOD-BAKERY', name: 'Bakery', parent: 'FOOD' },
  { code: 'FOOD-FROZEN', name: 'Frozen vegetables and ready meals', parent: 'FOOD' },
  { code: 'FOOD-DAIRY', name: 'Dairy', parent: 'FOOD' },
  { code: 'PHARMA', name: 'Pharmaceuticals', parent: null },
  { code: 'HOME', name: 'Household and personal care', parent: null },
] as const

const relations = [
  {
    customer: 'NORDFJELL',
    industry: 'FOOD-FISH',
    owner: sampleColleagues.sales.email,
    website: 'https://nordfjell.example',
    language: 'nb-NO',
    terms: '30 days net',
  },
  {
    customer: 'BALTIC',
    industry: 'FOOD-BAKERY',
    owner: sampleColleagues.calculation.email,
    website: 'https://baltic.example',
    language: 'pl-PL',
    terms: '45 days net',
  },
  {
    customer: 'MERIDIAN',
    industry: 'FOOD-FROZEN',
    owner: sampleStaff,
    website: 'https://meridian.example',
    language: 'en-GB',
    terms: '30 days net, 2 % within 10 days',
  },
] as const

const contacts = [
  ['NORDFJELL', 'Sigrid', 'Aune', 'Shift leader, Bergen', '+47 55 50 01 44', 'technical'],
  ['NORDFJELL', 'Anders', 'Krogh', 'Plant manager, Aarhus', '+45 87 50 12 10', 'technical'],
  ['NORDFJELL', 'Marit', 'Haugen', 'Accounts payable', '+47 55 50 01 60', 'billing'],
  ['BALTIC', 'Agnieszka', 'Nowak', 'Purchasing', '+48 58 500 12 30', 'commercial'],
  ['BALTIC', 'Piotr', 'Zieliński', 'Maintenance, Łódź', '+48 42 500 30 18', 'technical'],
  ['MERIDIAN', 'Oliver', 'Marsh', 'Maintenance planner', '+44 113 496 0148', 'technical'],
  ['MERIDIAN', 'Claire', 'Fontaine', 'Site engineer, Lyon', '+33 4 78 50 21 07', 'technical'],
  ['MERIDIAN', 'Javier', 'Ortega', 'Quality manager', '+34 96 350 44 12', 'quality'],
] as const

/** Industries of customers, who looks after each customer, and more people there. */
export async function seedRelations(db: Transaction): Promise<void> {
  const entered = await sql`SELECT FROM industry LIMIT 1`.execute(db)
  if (entered.rows.length > 0) return
  await sql`
    INSERT INTO industry (code, name, sort, active)
    SELECT value ->> 'code', value ->> 'name', place * 10, true FROM ${given(industries)} ORDER BY place
  `.execute(db)
  await sql`
    UPDATE industry SET parent_id = parent.id FROM ${given(industries)} JOIN industry parent ON parent.code = value ->> 'parent'
    WHERE industry.code = value ->> 'code'
  `.execute(db)
  await sql`
    UPDATE customer SET industry_id = coalesce(customer.industry_id, industry.id), owner_id = coalesce(customer.owner_id, owner.id),
      website = coalesce(customer.website, value ->> 'website'), language = coalesce(customer.language, value ->> 'language'),
      payment_terms = coalesce(customer.payment_terms, value ->> 'terms')
    FROM ${given(relations)} JOIN industry ON industry.code = value ->> 'industry'
      LEFT JOIN user_account owner ON owner.email = value ->> 'owner'
    WHERE customer.code = value ->> 'customer' AND customer.deleted_at IS NULL
  `.execute(db)
  const people = contacts.map(([customer, firstName, lastName, jobTitle, phone, role]) => {
    const email = plainLetters(`${firstName}.${lastName}@${customer}.example`)
    return { customer, firstName, lastName, jobTitle, phone, role, email }
  })
  await sql`
    INSERT INTO contact (customer_id, first_name, last_name, job_title, email, phone, role, is_primary)
    SELECT customer.id, value ->> 'firstName', value ->> 'lastName', value ->> 'jobTitle', value ->> 'email', value ->> 'phone',
      value ->> 'role', false
    FROM ${given(people)} JOIN customer ON customer.code = value ->> 'customer' AND customer.deleted_at IS NULL ORDER BY place
  `.execute(db)
}

/** An address without marks on its letters. */
function plainLetters(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll('ł', 'l')
}
