import {
  tagMaps as declared,
  MACHINE_LEVEL,
  namesMachine,
  type RawMessage,
  readJsonAddress,
  readNodeAddress,
  type TagMapEntry,
  type TagSource,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { RecentMessage } from '../../connect/index.ts'
import type { HandlersOf, ResourceHandlers } from '../../engine/handlers.ts'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import { rowOf } from '../../engine/resource/columns.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import { clock } from '../../platform/clock.ts'
import { mayBeShownToStaff } from '../machine-access.ts'
import type { Telemetry } from '../telemetry.ts'
import { changedFields, type Trial, tryMap } from './preview.ts'
import { messagesOf, reachOf } from './reach.ts'
import { findVersion, listVersions } from './versions.ts'

type TagMapCalls =
  | 'listTagMapVersions'
  | 'getTagMapVersion'
  | 'tagMapReach'
  | 'rollOutTagMap'
  | 'tagMapMessages'
  | 'previewTagMap'

type Changing = ResourceHandlers<typeof declared, 'create' | 'update'>

type Parts = Pick<Telemetry, 'live' | 'tagMaps'>

/** @param store of the tag maps, in the row scope of the caller */
export function tagMapHandlers(store: ResourceStore, parts: Parts): HandlersOf<TagMapCalls> & Changing {
  return { ...changingHandlers(store), ...readingHandlers(store, parts), ...rollOutHandlers(store) }
}

function changingHandlers(store: ResourceStore): Changing {
  return {
    'tagMap.create': async ({ principal, body }) => {
      assertFitting(body.source, body.entries)
      assertNamed(body)
      return await store.create(principal, body)
    },

    'tagMap.update': async ({ principal, params, body }) => {
      return await store.write(principal, async (db) => {
        const row = await store.rows.find(db, params.id, {})
        assertFitting(row.source as TagSource, body.entries)
        if (body.topicFilter !== undefined || body.machineId !== undefined) assertNamed({ ...row, ...body })
        return await store.updateIn(db, principal, params.id, body)
      })
    },
  }
}

function readingHandlers(
  store: ResourceStore,
  parts: Parts,
): HandlersOf<'listTagMapVersions' | 'getTagMapVersion' | 'tagMapReach' | 'tagMapMessages' | 'previewTagMap'> {
  return {
    listTagMapVersions: ({ principal, params, query }) =>
      store.read(principal, async (db) => {
        await store.rows.find(db, params.id, {})
        return await listVersions(db, params.id, query)
      }),

    getTagMapVersion: ({ principal, params }) =>
      store.read(principal, async (db) => {
        await store.rows.find(db, params.id, {})
        return await findVersion(db, params.id, params.version)
      }),

    tagMapReach: ({ principal, params }) =>
      store.read(principal, async (db) => await reachOf(db, await store.rows.find(db, params.id, {}))),

    tagMapMessages: async ({ principal, params, reply }) => {
      assertThat(principal.customerId === null, 'not_found')
      reply.header('cache-control', 'no-store')
      const messages = await store.read(principal, async (db) =>
        messagesOf(db, await store.rows.find(db, params.id, {}), parts.tagMaps, mayBeShownToStaff(parts)),
      )
      return messages.map(toRawMessage)
    },

    previewTagMap: async ({ principal, body }) => {
      assertThat(principal.customerId === null, 'not_found')
      const { tagMapId, entries, timeAddress } = body
      const { source, inUse } = await store.read(principal, async (db) => {
        if (tagMapId === null) return { source: 'json' as const, inUse: undefined }
        const map = await store.rows.find(db, tagMapId, {})
        const version =
          map.activeVersion === null ? undefined : await findVersion(db, tagMapId, Number(map.activeVersion))
        return { source: map.source as 'json', inUse: version }
      })
      const trials = trialsOf(body, parts)
      const after = tryMap({ source, entries, timeAddress }, trials)
      const before = inUse === undefined ? [] : tryMap({ source, ...inUse }, trials)
      return after.map((made, place) => {
        const old = before[place] ?? null
        return {
          payload: trials[place]?.payload ?? '',
          after: made,
          before: old,
          changed: old === null ? [] : changedFields(old, made),
        }
      })
    },
  }
}

function rollOutHandlers(store: ResourceStore): HandlersOf<'rollOutTagMap'> {
  return {
    async rollOutTagMap({ principal, params, body: { version } }) {
      const row = await store.write(principal, async (db) => {
        const map = await store.rows.lock(db, params.id, {})
        if (map.activeVersion === version) return map
        if (version !== null) await findVersion(db, params.id, version)
        const isOlder = version !== null && map.activeVersion !== null && version < Number(map.activeVersion)
        const action = version === null ? 'withdraw' : isOlder ? 'roll-back' : 'roll-out'
        return await store.rows.change(db, principal, action, map, [[sql.ref('active_version'), sql`${version}::int`]])
      })
      return rowOf(declared, row)
    },
  }
}

/** What of entries depends on the source of their map. */
function assertFitting(source: TagSource | undefined, entries: readonly TagMapEntry[] | undefined): void {
  if (entries === undefined) return
  const errors = entries.flatMap((entry, place) => {
    return [...sourceFaults(source, entry)].map(([field, message]) => {
      return { path: `body.entries.${place}.${field}`, code: field, message }
    })
  })
  if (errors.length === 0) return
  throw new ProblemError('invalid_request', errors.map(({ path, message }) => `${path} ${message}`).join('; '), errors)
}

/** Messages on topics that name no machine are of the one that the map names. */
function assertNamed({ topicFilter, machineId }: { topicFilter?: unknown; machineId?: unknown }): void {
  if (typeof topicFilter !== 'string' || namesMachine(topicFilter) || typeof machineId === 'string') return
  const message = t('monitoring.mustNameTheMachine', { machineLevel: MACHINE_LEVEL })
  const errors = [{ path: 'body.topicFilter', code: 'topicFilter', message }]
  throw new ProblemError('invalid_request', `body.topicFilter ${message}`, errors)
}

/** Metrics of Sparkplug have names, and any text may be one. */
function* sourceFaults(source: TagSource | undefined, entry: TagMapEntry): Generator<[keyof TagMapEntry, string]> {
  const { address, writable, writeTopic, writePayload } = entry
  if (source === 'json') {
    if (readJsonAddress(address) === undefined) yield ['address', t('monitoring.mustBeAnAddress')]
    if (writable && writeTopic === null) yield ['writeTopic', t('monitoring.mustNameATopicToWriteTo')]
    return
  }
  if (source === 'opcua' && readNodeAddress(address) === undefined)
    yield ['address', t('monitoring.mustBeANodeAddress')]
  if (source === 'opcua' && writable) yield ['writable', t('monitoring.mustNotBeWrittenOverOpcua')]
  if (writeTopic !== null) yield ['writeTopic', t('monitoring.mustBeEmptyWithoutTopics')]
  if (writePayload !== null) yield ['writePayload', t('monitoring.mustBeEmptyWithoutTopics')]
}

interface Tried {
  payloads?: string[] | undefined
  topic?: string | undefined
  machineID?: string | undefined
  last: number
}

/** The messages to try, oldest first. */
function trialsOf({ payloads, topic, machineID, last }: Tried, parts: Parts): Trial[] {
  if (payloads !== undefined) return payloads.map((payload, place) => ({ payload, arrival: clock.now() + place }))
  const { recent } = parts.tagMaps
  if (machineID !== undefined) recent.watch([machineID])
  const isSeen = mayBeShownToStaff(parts)
  const isAsked = (message: RecentMessage) => {
    return topic === undefined ? machineID !== undefined && message.machineID === machineID : message.topic === topic
  }
  const found = recent.newest((message) => isAsked(message) && isSeen(message), last).reverse()
  return found.map(({ payload, receivedAt }) => ({ payload: payload.toString('utf8'), arrival: receivedAt }))
}

function toRawMessage({ id, receivedAt, topic, machineID, payload }: RecentMessage): RawMessage {
  return {
    id: String(id),
    receivedAt: new Date(receivedAt).toISOString(),
    topic,
    machineID: machineID ?? null,
    payload: payload.toString('utf8'),
  }
}
