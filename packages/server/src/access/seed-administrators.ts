import { permissionDescriptions } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Database } from '../platform/database.ts'

/**
 * Maintains the administrator role, which has every permission, also those that a newer version adds. A new one needs a second factor; what
 * staff have changed of that stays.
 * @param isSample whether this is the sample company, whose password is on the console: it lets a newcomer in at once
 */
export async function seedAdministrators(database: Database, isSample: boolean): Promise<void> {
  await sql`
    WITH kept AS (
      INSERT INTO role (name, description, is_system, audience, requires_second_factor)
      VALUES ('Administrator', 'May do everything', true, 'staff', ${!isSample})
      ON CONFLICT (lower(name)) DO UPDATE SET is_system = true, audience = 'staff'
      RETURNING id
    )
    INSERT INTO role_permission (role_id, permission)
    SELECT id, unnest(${Object.keys(permissionDescriptions)}::text[]) FROM kept
    ON CONFLICT DO NOTHING
  `.execute(database.system)
}
