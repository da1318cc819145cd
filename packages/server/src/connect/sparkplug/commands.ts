import { create, toBinary } from '@bufbuild/protobuf'
import { isDigits } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { LiveMachine } from '../../live/index.ts'
import { clock } from '../../platform/clock.ts'
import type { CommandRoute, CommandRoutes } from '../commands/command-routes.ts'
import type { RawValue } from '../commands/raw-value.ts'
import { type Device, mayPublish } from '../device.ts'
import { type Metric, MetricSchema, PayloadSchema } from './generated/sparkplug-b_pb.ts'
import type { KnownNode } from './known-node.ts'
import { commandTopic } from './topic.ts'

/** A metric as its birth declared it. */
export interface MetricDefinition {
  name: string
  alias: string | undefined
  dataType: number
  /** Whether its value came as a long: senders differ in how they send a UInt32. */
  isLong: boolean
}

/** Sends a command to an edge node. @returns whether it left */
export type PublishCommand = (topic: string, payload: Buffer) => boolean

type WireValue = Exclude<Metric['value'], { case: undefined }>

/** Bits of the integers, and whether they are signed (Sparkplug 3.0.0, 6.4.16). */
const integers: Record<number, [bits: number, isSigned: boolean]> = {
  1: [8, true],
  2: [16, true],
  3: [32, true],
  4: [64, true],
  5: [8, false],
  6: [16, false],
  7: [32, false],
  8: [64, false],
}
/** Of 64 bits, with the sign. */
const MOST_DIGITS = 20
const [FLOAT, DOUBLE, BOOLEAN, STRING, TEXT] = [9, 10, 11, 12, 14]

/** A command that writes one metric (6.4.20 and 6.4.22), or why there is no such value, in words. @param now Unix ms */
export function encodeWrite(
  definition: MetricDefinition,
  raw: RawValue,
  now: number,
): { payload: Buffer } | { fault: string } {
  const value = wireValue(definition, raw)
  if ('fault' in value) return value
  const { name, alias, dataType: datatype } = definition
  const timestamp = BigInt(now)
  // Where a birth gives an alias, the name must not be sent beside it (tck-id-payloads-alias-data-cmd-requirement).
  const named = alias === undefined ? { name } : { alias: BigInt(alias) }
  const metric = create(MetricSchema, { ...named, timestamp, datatype, value })
  return { payload: Buffer.from(toBinary(PayloadSchema, create(PayloadSchema, { timestamp, metrics: [metric] }))) }
}

function wireValue({ dataType, isLong }: MetricDefinition, raw: RawValue): WireValue | { fault: string } {
  const integer = integers[dataType]
  if (integer !== undefined) return wireInteger(integer, isLong, raw)
  if (dataType === BOOLEAN) {
    if (['true', '1'].includes(String(raw))) return { case: 'booleanValue', value: true }
    if (['false', '0'].includes(String(raw))) return { case: 'booleanValue', value: false }
    return { fault: t('monitoring.commandMachineWantsABoolean') }
  }
  if (dataType === STRING || dataType === TEXT) return { case: 'stringValue', value: String(raw) }
  if (dataType !== FLOAT && dataType !== DOUBLE) return { fault: t('monitoring.commandTypeNotWritten') }
  const number = numberOf(raw)
  if (number === undefined) return { fault: t('monitoring.commandMachineWantsANumber') }
  if (dataType === DOUBLE) return { case: 'doubleValue', value: number }
  // What a float cannot hold would arrive as infinite.
  if (!Number.isFinite(Math.fround(number))) return { fault: t('monitoring.commandMachineWantsANumber') }
  return { case: 'floatValue', value: number }
}

function wireInteger(
  [bits, isSigned]: [number, boolean],
  isLong: boolean,
  raw: RawValue,
): WireValue | { fault: string } {
  const whole = wholeOf(raw)
  if (whole === undefined) return { fault: t('monitoring.commandMachineWantsAnInteger') }
  const fits = isSigned ? BigInt.asIntN(bits, whole) : BigInt.asUintN(bits, whole)
  if (fits !== whole) return { fault: t('monitoring.commandOutOfTheRange') }
  if (bits === 64 || (bits === 32 && !isSigned && isLong))
    return { case: 'longValue', value: BigInt.asUintN(64, whole) }
  return { case: 'intValue', value: Number(BigInt.asUintN(32, whole)) }
}

/** Beyond what a double holds a whole number is text. */
function wholeOf(raw: RawValue): bigint | undefined {
  if (typeof raw === 'string' && isDigits(raw) && raw.length <= MOST_DIGITS) return BigInt(raw)
  const number = numberOf(raw)
  return Number.isSafeInteger(number) ? BigInt(number as number) : undefined
}

/** Values that a tag map has names for are text there. */
function numberOf(raw: RawValue): number | undefined {
  const number = typeof raw === 'string' && raw.trim() === '' ? Number.NaN : Number(raw)
  return Number.isFinite(number) ? number : undefined
}

/** The routes to the machines of the edge nodes of one host. */
export class NodeRoutes {
  readonly #routes: CommandRoutes
  readonly #publish: PublishCommand
  readonly #open = new Map<KnownNode, Map<string, () => void>>()

  constructor(routes: CommandRoutes, publish: PublishCommand) {
    this.#routes = routes
    this.#publish = publish
  }

  /** @param device of the edge node; empty for the node itself. @param sender whose messages the machine comes with */
  open(known: KnownNode, device: string, machine: LiveMachine, sender: Device): void {
    const open = this.#open.get(known) ?? new Map<string, () => void>()
    this.#open.set(known, open)
    open.get(device)?.()
    open.set(device, this.#routes.open(machine, nodeRoute(known, device, sender, this.#publish)))
  }

  close(known: KnownNode, device: string): void {
    const open = this.#open.get(known)
    open?.get(device)?.()
    open?.delete(device)
    if (open?.size === 0) this.#open.delete(known)
  }
}

function nodeRoute(known: KnownNode, device: string, sender: Device, publish: PublishCommand): CommandRoute {
  return {
    source: 'sparkplug',
    prepare(machine, { address }, value) {
      // It may have been given to somebody else since it was born.
      if (!mayPublish(sender, machine)) return { unreachable: t('monitoring.commandNoWay') }
      const definition = known.node.definitionOf(device === '' ? undefined : device, address)
      if (definition === undefined) return { unreachable: t('monitoring.commandNoSuchMetric', { metric: address }) }
      const encoded = encodeWrite(definition, value, clock.now())
      if ('fault' in encoded) return { invalid: encoded.fault }
      const topic = commandTopic(known.group, known.name, device)
      return { send: () => publish(topic, encoded.payload) }
    },
  }
}
