import type { Generated } from 'kysely'

/** The rows of the tables that are queried through Kysely, as the migrations make them. */
export interface Tables {
  customer: {
    id: Generated<string>
    code: string
    name: string
    currency: string
    status: string
    deleted_at: Generated<Date | null>
  }
  user_account: {
    id: Generated<string>
    email: string
    first_name: string
    last_name: string
    photo_url: string | null
    customer_id: string | null
    disabled: Generated<boolean>
    deleted_at: Date | null
  }
  user_credential: { user_id: string; password_hash: string; changed_at: Generated<Date> }
  role: { id: Generated<string>; name: string }
  role_permission: { role_id: string; permission: string }
  user_role: { user_id: string; role_id: string }
  session: {
    id: Generated<string>
    user_id: string
    binding_hash: Buffer | null
    expires_at: Date
    ended_at: Date | null
    end_reason: string | null
  }
  access_token: { hash: Buffer; session_id: string; expires_at: Date }
  refresh_token: {
    hash: Buffer
    session_id: string
    expires_at: Date
    used_at: Date | null
    successor_hash: Buffer | null
  }
  machine: {
    id: Generated<string>
    key: Generated<number>
    machine_id: string
    customer_id: string | null
    description: string | null
    location: string | null
    configuration_id: string | null
    stale_after_seconds: Generated<number>
    design_speed: number | null
    last_service: string | null
    next_due: string | null
  }
  device: {
    id: Generated<string>
    user_name: string
    key_hash: string
    scope: 'company' | 'customer'
    customer_id: string | null
    disabled_at: Date | null
  }
  minute_rollup: Rollup
  hour_rollup: Rollup
}

interface Rollup {
  machine_key: number
  at: Date
  records: number
  cycles: number
  running: number
  idle: number
  stopped: number
  faulted: number
}
