import {
  permissionDescriptions,
  sampleAccounts,
  sampleCustomers,
  sampleDeviceName,
  sampleFleet,
} from '@packhouse/contract'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../platform/database.ts'
import type { SamplePasswords } from '../platform/secrets.ts'
import type { Tables } from '../platform/tables.ts'
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
    await db
      .insertInto('device')
      .values({
        user_name: sampleDeviceName,
        key_hash: keyHash,
        scope: 'company',
        customer_id: null,
        disabled_at: null,
      })
      .onConflict((conflict) => conflict.column('user_name').doUpdateSet({ key_hash: keyHash }))
      .execute()
  })
}

/** Nobody signs in with what the sample company had, where an installation is the company's own. */
export async function closeSample(database: Database): Promise<void> {
  const emails = sampleAccounts.map(({ email }) => email)
  await database.system.updateTable('user_account').set({ disabled: true }).where('email', 'in', emails).execute()
  await database.system
    .updateTable('device')
    .set({ disabled_at: sql`coalesce(disabled_at, now())` })
    .where('user_name', '=', sampleDeviceName)
    .execute()
}

async function hashOfDevice(db: Transaction<Tables>): Promise<string | undefined> {
  const device = await db
    .selectFrom('device')
    .select('key_hash')
    .where('user_name', '=', sampleDeviceName)
    .executeTakeFirst()
  return device?.key_hash
}

/** The sample accounts share one password; what one of them has, all have been given. */
async function hashOfAccounts(db: Transaction<Tables>): Promise<string | undefined> {
  const [first] = sampleAccounts
  const account = await db
    .selectFrom('user_account')
    .innerJoin('user_credential', 'user_id', 'id')
    .select('password_hash')
    .where('email', '=', first.email)
    .executeTakeFirst()
  return account?.password_hash
}

async function seedCustomers(db: Transaction<Tables>): Promise<Map<string, string>> {
  await db
    .insertInto('customer')
    .values(sampleCustomers.map(({ code, name }) => ({ code, name, currency: 'EUR', status: 'active' })))
    .onConflict((conflict) => conflict.expression(sql`lower(code)`).where('deleted_at', 'is', null).doNothing())
    .execute()
  const rows = await db.selectFrom('customer').select(['code', 'id']).execute()
  return new Map(rows.map((row) => [row.code, row.id]))
}

async function seedMachines(db: Transaction<Tables>, customers: Map<string, string>): Promise<void> {
  await db
    .insertInto('machine')
    .values(
      sampleFleet.map((machine) => ({
        machine_id: machine.machineID,
        customer_id: customers.get(machine.customer) ?? null,
        description: machine.description,
        location: machine.location,
        configuration_id: machine.machineID.slice(0, machine.machineID.indexOf('-')),
        design_speed: machine.designSpeed,
        last_service: machine.lastService,
        next_due: machine.nextDue,
      })),
    )
    .onConflict((conflict) => conflict.column('machine_id').doNothing())
    .execute()
}

async function seedRoles(db: Transaction<Tables>): Promise<void> {
  const granted = {
    customer: ['customer.access', 'alarm.acknowledge', 'downtime.update'],
    staff: Object.keys(permissionDescriptions),
    none: [] as string[],
  }
  for (const [name, permissions] of Object.entries(granted)) {
    const role = await db
      .insertInto('role')
      .values({ name })
      .onConflict((conflict) => conflict.expression(sql`lower(name)`).doUpdateSet({ name }))
      .returning('id')
      .executeTakeFirstOrThrow()
    if (permissions.length === 0) continue
    await db
      .insertInto('role_permission')
      .values(permissions.map((permission) => ({ role_id: role.id, permission })))
      .onConflict((conflict) => conflict.columns(['role_id', 'permission']).doNothing())
      .execute()
  }
}

async function seedAccounts(
  db: Transaction<Tables>,
  customers: Map<string, string>,
  passwordHash: string,
): Promise<void> {
  for (const account of sampleAccounts) {
    const user = await db
      .insertInto('user_account')
      .values({
        email: account.email,
        first_name: account.firstName,
        last_name: account.lastName,
        photo_url: null,
        customer_id: account.customer === null ? null : (customers.get(account.customer) ?? null),
        deleted_at: null,
      })
      .onConflict((conflict) => conflict.expression(sql`lower(email)`).doUpdateSet({ email: account.email }))
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('user_credential')
      .values({ user_id: user.id, password_hash: passwordHash })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ password_hash: passwordHash }))
      .execute()
    await sql`
      INSERT INTO user_role (user_id, role_id) SELECT ${user.id}, id FROM role WHERE name = ${account.role}
      ON CONFLICT DO NOTHING
    `.execute(db)
  }
}
