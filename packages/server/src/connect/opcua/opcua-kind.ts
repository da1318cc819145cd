import type { OpcuaTest } from '@packhouse/contract'
import { sql } from 'kysely'
import type pg from 'pg'
import type { ConnectionKind } from '../supervisor/connection-kind.ts'
import type { ConnectionSecrets } from '../supervisor/connection-secrets.ts'
import { type ConnectionState, freshState } from '../supervisor/connection-states.ts'
import { ConnectionSupervisor, type SupervisorParts } from '../supervisor/connection-supervisor.ts'
import { statusFields } from '../supervisor/status-fields.ts'
import { Endpoints } from './endpoints.ts'
import { testConnection } from './inspect-server.ts'
import { MachineWatch, type WatchParts } from './machine-watch.ts'
import type { OpcuaConnection } from './opcua-connection.ts'

export type OpcuaSupervisor = ConnectionSupervisor<OpcuaConnection, ConnectionState, OpcuaTest>

/** @property dataDir where our certificate is stored */
type OpcuaParts = WatchParts & { dataDir: string }

type Row = Omit<OpcuaConnection, 'isUnreadable'> & { password: string | null }

const TABLE = 'opcua_connection'
const states = { table: 'opcua_connection_state', key: 'connection_id', hasSlots: false, texts: {} }

const SELECT = `SELECT ${TABLE}.id, name, ${TABLE}.row_version AS "rowVersion", m.machine_id AS "machineID",
    endpoint_url AS "endpointUrl", sampling_ms AS "samplingMs", security_mode AS "securityMode",
    security_policy AS "securityPolicy", server_certificate AS "serverCertificate", user_name AS "userName", password
  FROM ${TABLE} JOIN machine m ON m.id = ${TABLE}.machine_id`

/** Fields of the resource that its running servers fill. */
export const opcuaComputedFields = {
  opcuaConnection: {
    ...statusFields(TABLE, states),
    serverTrust: sql`CASE WHEN server_certificate IS NULL THEN 'notVerified' ELSE 'pinned' END`,
  },
}

/** Runs the connections that are switched on, as far as no other server does. */
export function superviseOpcua(parts: SupervisorParts & OpcuaParts): OpcuaSupervisor {
  return new ConnectionSupervisor(opcuaKind(parts), parts)
}

function opcuaKind(parts: OpcuaParts): ConnectionKind<OpcuaConnection, ConnectionState, OpcuaTest> {
  const endpoints = new Endpoints(parts.dataDir)
  return {
    nouns: { one: 'connection', many: 'OPC UA connections' },
    table: TABLE,
    states,
    freshState,
    secrets: { use: 'opcua connections', fields: ['password'] },
    read: readConnections,
    isSame: (before, after) => before.rowVersion === after.rowVersion && before.machineID === after.machineID,
    isShared: () => false,
    open(settings, { slot, state }, onChange) {
      const watch = new MachineWatch(settings, state, parts, onChange)
      return {
        settings,
        slot,
        state,
        start: () => endpoints.join(watch),
        review: () => watch.checkMap(),
        stop: () => endpoints.leave(watch),
      }
    },
    test: (connection) => testConnection(connection, parts.dataDir),
  }
}

async function readConnections(
  pool: Pick<pg.Pool, 'query'>,
  secrets: ConnectionSecrets,
  condition: string,
  values: readonly unknown[],
): Promise<OpcuaConnection[]> {
  const { rows } = await pool.query<Row>(`${SELECT} WHERE ${condition}`, [...values])
  return rows.map((row) => ({
    ...row,
    password: secrets.decrypt(row.password),
    isUnreadable: secrets.areUnreadable(row.password),
  }))
}
