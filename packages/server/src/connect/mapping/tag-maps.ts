import {
  MACHINE_LEVEL,
  machineOfTopic,
  type NamedMachine,
  readsTopic,
  type TagMapEntry,
  type TagSource,
  tagSources,
} from '@packhouse/contract'
import { type Refusal, refuse } from '../../ingest/index.ts'
import type { LiveMachine, LiveStore } from '../../live/index.ts'
import type { Database } from '../../platform/database.ts'
import { IssueLog } from '../../platform/issue-log.ts'
import type { Log } from '../../platform/log.ts'
import { sentence } from '../../platform/sentence.ts'
import { SharedRun } from '../../platform/shared-run.ts'
import { MINUTE_MS } from '../../telemetry/index.ts'
import { isFilterOf } from '../commands/write-filter.ts'
import { type ActiveMap, readActiveMaps, readMapsStamp } from './active-maps.ts'
import type { CounterName } from './apply-tag-map.ts'
import type { AddressReadings } from './compiled-map.ts'
import { MachineMemory } from './machine-memory.ts'
import { type MappedMachine, mapPayload, mapReadings, type Outcome } from './map-message.ts'
import { RecentMessages } from './recent-messages.ts'

/** The ways by which values are written. */
const writtenSources = ['sparkplug', 'json'] as const satisfies readonly TagSource[]

/** The tag maps in use, in memory: the one way by which messages of foreign devices become records. */
export class TagMaps {
  /** The newest messages as they came. */
  readonly recent = new RecentMessages()
  readonly #database: Pick<Database, 'pool'>
  readonly #live: Pick<LiveStore, 'byID'>
  readonly #issues: IssueLog
  readonly #memory = new MachineMemory()
  /** One reading after the other: an older one that ends later would put the maps of before back. */
  readonly #reading = new SharedRun(() => this.#read())
  #stamp = ''
  #byID = new Map<string, ActiveMap>()
  #byMachine = new Map<string, ActiveMap>()
  #byType = new Map<string, ActiveMap>()
  #withTopics: ActiveMap[] = []
  #writeTopics: string[] = []

  constructor(database: Pick<Database, 'pool'>, live: Pick<LiveStore, 'byID'>, log: Log) {
    this.#database = database
    this.#live = live
    this.#issues = new IssueLog(log, 'The tag maps can be read again')
  }

  /** Takes over what was rolled out; with the database away the maps stay as they were. */
  refresh(): Promise<void> {
    return this.#reading.run()
  }

  async #read(): Promise<void> {
    try {
      const stamp = await readMapsStamp(this.#database.pool)
      this.#issues.end()
      if (stamp === this.#stamp) return
      this.#use(await readActiveMaps(this.#database.pool))
      this.#stamp = stamp
    } catch (error) {
      this.#issues.meet('The tag maps could not be read', { error: (error as Error).message })
    }
  }

  /** The map in use for a machine: its own, else the one that names it, else the one of its type. */
  mapOf({ entry }: LiveMachine, source: TagSource): ActiveMap | undefined {
    if (this.#byID.size === 0) return undefined
    const own = entry.tagMapId === null ? undefined : this.#byID.get(entry.tagMapId)
    if (own?.source === source) return own
    return this.#byMachine.get(`${source} ${entry.id}`) ?? this.#byType.get(`${source} ${entry.configurationId}`)
  }

  /**
   * Maps readings of a machine by the map in use for it.
   * @param arrival Unix ms, the time of readings without one
   * @returns undefined if the machine has no map of the source
   */
  decode(machine: LiveMachine, source: TagSource, given: AddressReadings, arrival: number): Outcome | undefined {
    const map = this.mapOf(machine, source)
    return map && this.#asStored(mapReadings(map.compiled, this.#asMapped(machine), given, arrival))
  }

  /** Maps a JSON payload by the given map. Never throws, whatever the bytes are. */
  decodePayload(machine: LiveMachine, map: ActiveMap, payload: Buffer, arrival: number): Outcome {
    return this.#asStored(mapPayload(map.compiled, this.#asMapped(machine), payload, arrival))
  }

  /** Maps readings by the given map. */
  decodeReadings(machine: LiveMachine, map: ActiveMap, given: AddressReadings, arrival: number): Outcome {
    return this.#asStored(mapReadings(map.compiled, this.#asMapped(machine), given, arrival))
  }

  /** Which machine a foreign topic names and by which map it is read, or why that is unknown. */
  routeOf(topic: string): { machineID: string; map: ActiveMap } | { refusal: Refusal } {
    const levels = topic.split('/')
    const matches = this.#withTopics.flatMap((map) => {
      const named = machineBy(map, levels)
      return named === undefined ? [] : [{ map, ...named }]
    })
    if (matches.length === 0)
      return refuse('topic_unknown', sentence`No tag map in use reads this topic. Make one for it and replay.`)
    const valid = matches.filter((match) => match.valid)
    const found = valid.find((match) => this.#isFor(match)) ?? valid.find((match) => this.#mayServe(match))
    if (found !== undefined) return { machineID: found.name, map: found.map }
    const [first] = matches
    const words =
      valid.length > 0
        ? sentence`The tag maps that read this topic are for other machines than ${first?.name}.`
        : sentence`Where a machineID is expected the topic has ${JSON.stringify(first?.name).slice(0, 100)}.`
    return refuse('machine_unknown', words.replaceAll('\u0000', '').toWellFormed())
  }

  /** MQTT topic filters of all foreign topics that maps in use read. */
  get filters(): string[] {
    const levels = this.#withTopics.flatMap(({ topicLevels }) => (topicLevels === undefined ? [] : [topicLevels]))
    return [...new Set(levels.map((path) => path.map((level) => (level === MACHINE_LEVEL ? '+' : level)).join('/')))]
  }

  /** Units of the tags of a machine, as the maps in use for it declare them. */
  unitsOf(machine: LiveMachine): Map<string, string> {
    const entries = tagSources.flatMap((source) => this.mapOf(machine, source)?.compiled.entries ?? [])
    return new Map(entries.flatMap(({ canonicalTag, unit }) => (unit === null ? [] : [[canonicalTag, unit] as const])))
  }

  /** What may be written of a machine, by the maps in use for it; the source of each says by which way. */
  writableOf(machine: LiveMachine): { source: TagSource; entry: TagMapEntry }[] {
    return writtenSources.flatMap((source) => {
      const entries = this.mapOf(machine, source)?.compiled.entries ?? []
      return entries.filter(({ writable }) => writable).map((entry) => ({ source, entry }))
    })
  }

  /** Whether a topic filter is for what a map in use writes to machines. */
  isWrittenTo(filter: string): boolean {
    return this.#writeTopics.some((topic) => isFilterOf(topic, filter))
  }

  /** Whether the map is the one that the machine has anyway. */
  #isFor({ map, name }: { map: ActiveMap; name: string }): boolean {
    const machine = this.#live.byID(name)
    return machine !== undefined && this.mapOf(machine, 'json') === map
  }

  /** A map without a machine and a type is for every machine its topics name; so is one with a type if the type of the machine is unknown. */
  #mayServe({ map, name }: { map: ActiveMap; name: string }): boolean {
    if (map.machineId !== null) return false
    return map.machineType === null || (this.#live.byID(name)?.entry.configurationId ?? null) === null
  }

  #asStored(outcome: Outcome): Outcome {
    if ('record' in outcome) this.#memory.keep(outcome.record)
    return outcome
  }

  #asMapped({ entry: { key, machineID, keepRecordsDays }, values, ring }: LiveMachine): MappedMachine {
    const storedPace = (counter: CounterName) => ring.most(counter === 'totalCycles' ? 'cycles' : 'rejects') / MINUTE_MS
    return { key, machineID, keepRecordsDays, before: (at) => this.#memory.before(key, values, at, storedPace) }
  }

  #use(maps: ActiveMap[]): void {
    this.#byID = new Map(maps.map((map) => [map.id, map]))
    this.#byMachine = new Map(maps.flatMap((map) => (map.machineId ? [[`${map.source} ${map.machineId}`, map]] : [])))
    this.#byType = new Map(
      maps.flatMap((map) => (map.machineId || !map.machineType ? [] : [[`${map.source} ${map.machineType}`, map]])),
    )
    const written = maps.flatMap(({ compiled: { entries } }) => entries.filter(({ writable }) => writable))
    this.#writeTopics = [...new Set(written.flatMap(({ writeTopic }) => writeTopic ?? []))]
    this.#withTopics = maps.filter(({ source, topicLevels, machineID }) => {
      return (
        source === 'json' && topicLevels !== undefined && (machineID !== null || topicLevels.includes(MACHINE_LEVEL))
      )
    })
  }
}

/** The machine that a topic is of by a map: the one that the topic names, or the one that the map names; undefined if the map does not read it. */
function machineBy({ topicLevels, machineID }: ActiveMap, levels: readonly string[]): NamedMachine | undefined {
  if (topicLevels === undefined) return undefined
  if (topicLevels.includes(MACHINE_LEVEL)) return machineOfTopic(topicLevels, levels)
  return machineID !== null && readsTopic(topicLevels, levels) ? { name: machineID, valid: true } : undefined
}
