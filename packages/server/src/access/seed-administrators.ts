import { permissionDescriptions } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Database } from '../platform/database.ts'

/** Maintains the administrator role, which has every permission, also those that a newer version adds. */
export async function seedAdministrators(database: Database): Promise<void> {
  await sql`
    WITH kept AS (
      INSERT INTO role (name, description, is_system) VALUES ('Administrator', 'May do everything', true)
      ON CONFLICT (lower(name)) DO UPDATE SET is_system = true
      RETURNING id
    )
    INSERT INTO role_permission (role_id, permission)
    SELECT id, unnest(${Object.keys(permissionDescriptions)}::text[]) FROM kept
    ON CONFLICT DO NOTHING
  `.execute(database.system)
}
