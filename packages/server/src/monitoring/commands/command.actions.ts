import {
  COMMANDS_A_MINUTE,
  LISTED_COMMANDS,
  machines,
  type TagMapEntry,
  type TagSource,
  type WritableTag,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type Prepared, type RawValue, rawValueOf } from '../../connect/index.ts'
import type { HandlersOf } from '../../engine/handlers.ts'
import { actorOf } from '../../engine/principal.ts'
import { ProblemError } from '../../engine/problem-error.ts'
import { writeAudit } from '../../engine/resource/audit.ts'
import type { LiveMachine } from '../../live/index.ts'
import { clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { RateLimiter } from '../../platform/rate-limiter.ts'
import type { Refusals } from '../../platform/refusals.ts'
import type { SharedRates } from '../../platform/shared-rates.ts'
import { findMachine, scopeOf } from '../machine-access.ts'
import type { Telemetry } from '../telemetry.ts'
import type { CommandHandover, WaitingCommand } from './command-handover.ts'
import { auditedMachine, insertCommand, readCommands, settleCommand } from './command-rows.ts'
import type { CommandWatch } from './command-watch.ts'
import { reportedValue } from './reported-value.ts'

export interface CommandParts {
  database: Database
  telemetry: Telemetry
  watch: CommandWatch
  handover: Pick<CommandHandover, 'sent'>
  refusals: Refusals
  rates: SharedRates
}

/** What may be written, by which way. */
interface Writable {
  source: TagSource
  entry: TagMapEntry
}

export function commandHandlers(parts: CommandParts): HandlersOf<'machineCommands' | 'sendMachineCommand'> {
  const { database, telemetry } = parts
  const limiter = parts.rates.limiter('machine commands')
  return {
    machineCommands: async ({ principal, params: { id } }) => {
      const machine = findMachine(telemetry, principal, id)
      const writable = telemetry.tagMaps.writableOf(machine)
      const commands = await database.inScope(scopeOf(principal), (db) =>
        readCommands(db, machine.entry.key, LISTED_COMMANDS),
      )
      const sources = writable.map(({ source }) => source)
      const entries = new Map(writable.map(({ entry }) => [entry.canonicalTag, entry]))
      return {
        tags: [...entries.values()].map((entry) => toTag(entry, machine)),
        unreachable: hindrance(telemetry, machine, sources) ?? null,
        commands,
      }
    },

    sendMachineCommand: async ({ principal, params: { id }, body: { tag, value } }) => {
      const machine = findMachine(telemetry, principal, id)
      // A machine that is connected elsewhere is reached by the node to which it is.
      const isHandedOver = telemetry.isShared && !isReachedHere(telemetry, machine, tag)
      const { entry, prepared } = isHandedOver
        ? { ...check(telemetry, machine, tag, value), prepared: undefined }
        : prepare(telemetry, machine, tag, value)
      await assertNotTooMany(limiter, parts.refusals, machine)
      const { userId } = principal
      const before = reportedValue(entry, machine.values ?? {}) ?? null
      const machineKey = machine.entry.key
      const command = await database.inScope(
        scopeOf(principal),
        async (db) => {
          const row = await insertCommand(db, {
            machineKey,
            userId,
            tag,
            unit: entry.unit,
            before,
            value,
            isHandedOver,
          })
          const [audited, field] = [await auditedMachine(db, machineKey), `tag ${tag}`]
          const change = { before: { ...audited, [field]: before }, after: { ...audited, [field]: value } }
          await writeAudit(db, principal, machines, 'write-value', [change])
          return row
        },
        actorOf(principal),
      )
      if (prepared === undefined) {
        await parts.handover.sent(command.id)
        return command
      }
      parts.watch.watch({ id: command.id, machineKey, entry, value, sentAt: clock.now() })
      if (!prepared.send()) {
        await settleCommand(database.system, command.id, 'failed', clock.now())
        throw new ProblemError('machine_unreachable', t('monitoring.commandConnectionEnded'))
      }
      return command
    },
  }
}

/** Finds the way and makes what is sent. @throws ProblemError where the value may not be written, or cannot be now */
function prepare(
  telemetry: Telemetry,
  machine: LiveMachine,
  tag: string,
  value: RawValue,
): { entry: TagMapEntry; prepared: Extract<Prepared, { send: unknown }> } {
  const { source, entry, raw } = check(telemetry, machine, tag, value)
  const offline = hindrance(telemetry, machine, [source])
  if (offline !== undefined) throw new ProblemError('machine_unreachable', offline)
  const prepared = telemetry.commands.prepare(machine, source, entry, raw)
  if (prepared === undefined) throw new ProblemError('machine_unreachable', t('monitoring.commandNoWay'))
  if ('invalid' in prepared) throw invalid('value', prepared.invalid)
  if ('unreachable' in prepared) throw new ProblemError('machine_unreachable', prepared.unreachable)
  return { entry, prepared }
}

/** Sends a value that another node has stored. @throws ProblemError where it cannot be sent */
export function sendWaiting(
  { telemetry, watch }: Pick<CommandParts, 'telemetry' | 'watch'>,
  { id, machineKey, tag, value }: WaitingCommand,
): void {
  const machine = telemetry.live.byKey(machineKey)
  if (machine === undefined) throw new ProblemError('machine_unreachable', t('monitoring.commandNoWay'))
  const { entry, prepared } = prepare(telemetry, machine, tag, value)
  watch.watch({ id, machineKey, entry, value, sentAt: clock.now() })
  if (!prepared.send()) throw new ProblemError('machine_unreachable', t('monitoring.commandConnectionEnded'))
}

/** What is written, by which way. @throws ProblemError where it may not be written, or the machine is not heard */
function check(telemetry: Telemetry, machine: LiveMachine, tag: string, value: RawValue): Writable & { raw: RawValue } {
  const { source, entry } = choose(telemetry, machine, tag)
  const read = rawValueOf(entry, value)
  if ('fault' in read) throw invalid('value', read.fault)
  if (machine.online !== true) throw new ProblemError('machine_unreachable', t('monitoring.commandMachineOffline'))
  return { source, entry, raw: read.raw }
}

function isReachedHere({ tagMaps, commands }: Telemetry, machine: LiveMachine, tag: string): boolean {
  const found = tagMaps.writableOf(machine).filter(({ entry }) => entry.canonicalTag === tag)
  return found.some(({ source }) => commands.has(machine, source))
}

/** Of two maps that have the tag, the one by whose way the machine is connected. */
function choose({ tagMaps, commands }: Telemetry, machine: LiveMachine, tag: string): Writable {
  const found = tagMaps.writableOf(machine).filter(({ entry }) => entry.canonicalTag === tag)
  const chosen = found.find(({ source }) => commands.has(machine, source)) ?? found[0]
  if (chosen === undefined) throw invalid('tag', t('monitoring.commandTagNotWritable'))
  return chosen
}

/** Why nothing can be sent to the machine by any of the ways, in words; undefined where it can, or where there is nothing to send. */
function hindrance(
  { commands, isShared }: Telemetry,
  machine: LiveMachine,
  sources: readonly TagSource[],
): string | undefined {
  if (sources.length === 0) return undefined
  if (machine.online !== true) return t('monitoring.commandMachineOffline')
  // Whether another node reaches it turns out when a value is sent.
  const isReached = isShared || sources.some((source) => commands.has(machine, source))
  return isReached ? undefined : t('monitoring.commandNoWay')
}

async function assertNotTooMany(limiter: RateLimiter, refusals: Refusals, { entry }: LiveMachine): Promise<void> {
  const { admitted, resetSeconds } = await limiter.take(String(entry.key), COMMANDS_A_MINUTE)
  if (admitted) return
  refusals.count('http', 'machine_commands')
  const words = t('monitoring.commandTooMany', { most: COMMANDS_A_MINUTE })
  throw new ProblemError('too_many_requests', words, undefined, { retryAfter: resetSeconds })
}

function invalid(field: 'tag' | 'value', message: string): ProblemError {
  return new ProblemError('invalid_request', message, [{ path: `body.${field}`, code: 'command', message }])
}

function toTag(entry: TagMapEntry, machine: LiveMachine): WritableTag {
  const { canonicalTag: tag, dataType, unit, min, max, valueMap } = entry
  const choices = [...new Set(Object.values(valueMap))]
  return { tag, dataType, unit, min, max, choices, value: reportedValue(entry, machine.values ?? {}) ?? null }
}
