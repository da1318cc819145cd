import {
  permissionDescriptions,
  sampleAccounts,
  sampleCustomers,
  sampleDeviceName,
  sampleFleet,
  sampleServiceDays,
} from '@packhouse/contract'
import { sql } from 'kysely'
import { clock } from '../platform/clock.ts'
import type { Database, Transaction } from '../platform/database.ts'
import type { SamplePasswords } from '../platform/secrets.ts'
import { sampleColleagues } from './estimator/people.ts'
import { seedEstimator } from './estimator/seed-estimator.ts'
import { seedLibrary } from './library/seed-library.ts'
import { newEmployees } from './people/employees.ts'
import { seedCompany } from './seed-company.ts'

/** Hashes passwords and compares them with their hashes. */
interface Hasher {
  hash: (password: string) => Promise<string>
  verify: (password: string, hash: string, priority: 'known') => Promise<boolean>
}

/**
 * Makes the sample company where it is missing: customers, accounts, machines and the device that may publish for all
 * of them. Run at every start; what is there stays as it is, but for the passwords, which follow the configuration.
 */
export async function seedSample(database: Database, passwords: SamplePasswords, hasher: Hasher): Promise<void> {
  await database.system.transaction().execute(async (db) => {
    const customers = await seedCustomers(db)
    await seedMachines(db, customers)
    await seedCompany(db)
    await seedRoles(db)
    const accountHash = await hashOfAccounts(db)
    const keepOrHash = async (stored: string | undefined, password: string) =>
      // The one that is stored already as long as it belongs to the password: a new one would change at every start.
      stored !== undefined && (await hasher.verify(password, stored, 'known')) ? stored : await hasher.hash(password)
    await seedAccounts(db, customers, await keepOrHash(accountHash, passwords.people))
    const keyHash = await keepOrHash(await hashOfDevice(db), passwords.device)
    await sql`
      INSERT INTO device (user_name, key_hash, scope) VALUES (${sampleDeviceName}, ${keyHash}, 'company')
      ON CONFLICT (user_name) DO UPDATE SET key_hash = excluded.key_hash
    `.execute(db)
    await seedLibrary(db)
    await seedEstimator(db)
  })
}

/** The sample accounts cannot sign in to an installation with real data. */
export async function closeSample(database: Database): Promise<void> {
  const emails = [...sampleAccounts, ...Object.values(sampleColleagues), ...newEmployees].map(({ email }) => email)
  await sql`UPDATE user_account SET disabled = true WHERE email = ANY(${emails})`.execute(database.system)
  await sql`
    UPDATE device SET disabled_at = coalesce(disabled_at, now()) WHERE user_name = ${sampleDeviceName}
  `.execute(database.system)
}

async function hashOfDevice(db: Transaction): Promise<string | undefined> {
  const { rows } = await sql<{ key_hash: string }>`
    SELECT key_hash FROM device WHERE user_name = ${sampleDeviceName}
  `.execute(db)
  return rows[0]?.key_hash
}

/** The sample accounts share one password; what one of them has, all have been given. */
async function hashOfAccounts(db: Transaction): Promise<string | undefined> {
  const [first] = sampleAccounts
  const { rows } = await sql<{ password_hash: string }>`
    SELECT password_hash FROM user_account JOIN user_credential ON user_id = id WHERE email = ${first.email}
  `.execute(db)
  return rows[0]?.password_hash
}

async function seedCustomers(db: Transaction): Promise<Map<string, string>> {
  await sql`
    INSERT INTO customer (code, name, currency, status)
    SELECT code, name, 'EUR', 'active' FROM jsonb_to_recordset(${JSON.stringify(sampleCustomers)}) AS c (code text, name text)
    ON CONFLICT (fold_case(code)) WHERE deleted_at IS NULL DO NOTHING
  `.execute(db)
  const { rows } = await sql<{ code: string; id: string }>`SELECT code, id FROM customer`.execute(db)
  return new Map(rows.map((row) => [row.code, row.id]))
}

async function seedMachines(db: Transaction, customers: Map<string, string>): Promise<void> {
  const machines = sampleFleet.map(({ machineID, customer, ...machine }) => ({
    ...machine,
    ...sampleServiceDays(machine, clock.now()),
    machine_id: machineID,
    customer_id: customers.get(customer) ?? null,
    configuration_id: machineID.slice(0, machineID.indexOf('-')),
  }))
  await sql`
    INSERT INTO machine
      (machine_id, customer_id, description, location, configuration_id, design_speed, last_service, next_due)
    SELECT machine_id, customer_id, description, location, configuration_id, "designSpeed", "lastService", "nextDue"
    FROM jsonb_to_recordset(${JSON.stringify(machines)}) AS m (
      machine_id text, customer_id uuid, description text, location text, configuration_id text,
      "designSpeed" float8, "lastService" date, "nextDue" date)
    ON CONFLICT (machine_id) DO NOTHING
  `.execute(db)
}

async function seedRoles(db: Transaction): Promise<void> {
  const ofCustomers = [
    'customer.access',
    'alarm.acknowledge',
    'downtime.update',
    'machine.claim',
    'sharing.decide',
    'partnerAccess.read',
    'partnerAccess.give',
  ]
  const sampleRoles = [
    { name: 'customer', audience: 'customers', permissions: ofCustomers },
    { name: 'staff', audience: 'staff', permissions: Object.keys(permissionDescriptions) },
  ]
  for (const { name, audience, permissions } of sampleRoles) {
    await sql`
      INSERT INTO role (name, audience) VALUES (${name}, ${audience})
      ON CONFLICT (lower(name)) DO UPDATE SET name = excluded.name
    `.execute(db)
    await sql`
      INSERT INTO role_permission (role_id, permission)
      SELECT id, unnest(${permissions}::text[]) FROM role WHERE lower(name) = lower(${name})
      ON CONFLICT (role_id, permission) DO NOTHING
    `.execute(db)
  }
}

async function seedAccounts(db: Transaction, customers: Map<string, string>, passwordHash: string): Promise<void> {
  for (const account of sampleAccounts) {
    const { email, firstName, lastName, customer, role } = account
    await sql`
      INSERT INTO user_account (email, first_name, last_name, customer_id)
      VALUES (${email}, ${firstName}, ${lastName}, ${customer === null ? null : (customers.get(customer) ?? null)})
      ON CONFLICT (email_fold(email)) DO UPDATE SET email = excluded.email
    `.execute(db)
    await sql`
      INSERT INTO user_credential (user_id, password_hash)
      SELECT id, ${passwordHash} FROM user_account WHERE email = ${email}
      ON CONFLICT (user_id) DO UPDATE SET password_hash = excluded.password_hash
    `.execute(db)
    await sql`
      INSERT INTO user_role (user_id, role_id)
      SELECT u.id, r.id FROM user_account u, role r WHERE u.email = ${email} AND r.name = ${role}
      ON CONFLICT DO NOTHING
    `.execute(db)
  }
}
