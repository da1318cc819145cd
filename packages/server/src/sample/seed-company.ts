import { sql } from 'kysely'
import type { Transaction } from '../platform/database.ts'
import { sampleContacts, sampleLicences, sampleLocationTypes, samplePlaces, sampleSuppliers } from './company.ts'
import { given } from './given.ts'

/**
 * Gives the sample company suppliers, places, people and licences, so that no screen of the back office begins empty. Only
 * if there are no such entries yet: what was deleted since does not come back.
 */
export async function seedCompany(db: Transaction): Promise<void> {
  const entered = await sql`
    SELECT FROM location_type UNION ALL SELECT FROM location UNION ALL SELECT FROM contact UNION ALL SELECT FROM supplier LIMIT 1
  `.execute(db)
  if (entered.rows.length > 0) return
  await sql`
    INSERT INTO location_type (code, name, sort, active)
    SELECT value ->> 'code', value ->> 'name', place, true FROM ${given(sampleLocationTypes)}
  `.execute(db)
  await sql`
    INSERT INTO supplier (code, name, currency, status, lead_days, incoterm, rating, preferred)
    SELECT value ->> 'code', value ->> 'name', value ->> 'currency', 'active', (value ->> 'leadDays')::int, value ->> 'incoterm',
      (value ->> 'rating')::int, (value ->> 'preferred')::boolean
    FROM ${given(sampleSuppliers)}
  `.execute(db)
  await sql`
    INSERT INTO location (customer_id, type_id, name, city, country_code, latitude, longitude, timezone, is_primary)
    SELECT customer.id, location_type.id, value ->> 'name', value ->> 'city', value ->> 'countryCode',
      (value ->> 'latitude')::float8, (value ->> 'longitude')::float8, value ->> 'timezone', (value ->> 'isPrimary')::boolean
    FROM ${given(samplePlaces)}
      JOIN customer ON customer.code = value ->> 'customer' JOIN location_type ON location_type.code = value ->> 'type'
    ORDER BY place
  `.execute(db)
  await sql`
    UPDATE customer SET country_code = location.country_code FROM location
    WHERE location.customer_id = customer.id AND location.is_primary
  `.execute(db)
  await sql`
    INSERT INTO contact (customer_id, supplier_id, first_name, last_name, job_title, email, phone, role, is_primary)
    SELECT customer.id, supplier.id, value ->> 'firstName', value ->> 'lastName', value ->> 'jobTitle', value ->> 'email',
      value ->> 'phone', value ->> 'role', (value ->> 'isPrimary')::boolean
    FROM ${given(sampleContacts)}
      LEFT JOIN customer ON customer.code = value ->> 'company' LEFT JOIN supplier ON supplier.code = value ->> 'company'
    ORDER BY place
  `.execute(db)
  await sql`
    INSERT INTO licence (customer_id, name, product, seats, valid_from, expires_at, features)
    SELECT customer.id, value ->> 'name', value ->> 'product', (value ->> 'seats')::int, current_date - (value ->> 'validFromDaysAgo')::int,
      current_date + (value ->> 'expiresInDays')::int, '{}'
    FROM ${given(sampleLicences)} JOIN customer ON customer.code = value ->> 'customer'
  `.execute(db)
  await sql`
    UPDATE machine SET location_id = location.id FROM location
    WHERE location.customer_id = machine.customer_id AND machine.location LIKE location.city || ',%'
  `.execute(db)
}
