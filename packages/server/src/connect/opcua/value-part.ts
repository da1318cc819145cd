import type { NodeAddress } from '@packhouse/contract'
import { writeNodeAddress } from '@packhouse/contract'
import type { DataValue, Variant } from 'node-opcua-client'
import { sentence } from '../../platform/sentence.ts'
import { isBad, plain, type Scalar, type TypedValue, typedValue } from './node-value.ts'

/** The value that an address names, or why it cannot be read, in words. */
export type PartOfValue = { value: Scalar } | { fault: string }

/** What of the types of a structure says how its fields are read. */
interface Field {
  /** As the type of the server names it, and as the library does. */
  originalName: string
  name: string
  isArray?: boolean
  fieldType: string
  basicDataType?: number
}

/** Numbers of built-in types (OPC 10000-6, 5.1.2) by the names that structures call them. */
const BY_NAME: Readonly<Record<string, number>> = { Int64: 8, UInt64: 9, Float: 10, ByteString: 15, LocalizedText: 21 }
const QUALIFIED_NAME = 20
const LOCALIZED_TEXT = 21
/** So many names help; a list of all would not. */
const NAMED = 10
const MAX_PARTS = 500
const MAX_DEPTH = 8

/**
 * The value at an address.
 * @returns null where the quality of the node is bad
 */
export function partOf(dataValue: DataValue, address: NodeAddress): PartOfValue {
  if (isBad(dataValue)) return { value: null }
  let found = typedValue(dataValue.value)
  const passed: (string | number)[] = []
  for (const step of address.path) {
    if (found.value === null || found.value === undefined) return { value: null }
    const next = stepInto(found, step, () => writeNodeAddress({ ...address, path: passed }))
    if (typeof next === 'string') return { fault: next }
    passed.push(step)
    found = next
  }
  const value = plain(found)
  return value === undefined ? { fault: noScalar(found, address) } : { value }
}

/** All values within a list or a structure, a few hundred at most. @returns none for one that is neither */
export function partsOf(dataValue: DataValue, nodeId: string): { address: string; value: Scalar }[] {
  if (isBad(dataValue)) return []
  const parts: { address: string; value: Scalar }[] = []
  const walk = (typed: TypedValue, path: (string | number)[]): void => {
    if (parts.length >= MAX_PARTS || path.length > MAX_DEPTH) return
    const value = plain(typed)
    if (value !== undefined) {
      if (path.length > 0) parts.push({ address: writeNodeAddress({ nodeId, path }), value })
      return
    }
    const steps = typed.isList
      ? Array.from({ length: Math.min(lengthOf(typed), MAX_PARTS) }, (_, index) => index)
      : namesOf(typed)
    for (const step of steps) {
      const next = stepInto(typed, step, () => nodeId)
      if (typeof next !== 'string') walk(next, [...path, step])
    }
  }
  walk(typedValue(dataValue.value), [])
  return parts
}

/** @returns what is there, or why nothing is */
function stepInto(typed: TypedValue, step: string | number, address: () => string): TypedValue | string {
  return typeof step === 'number' ? elementOf(typed, step, address) : fieldOf(typed, step, address)
}

function elementOf({ value, dataType, isList, dimensions }: TypedValue, index: number, address: () => string) {
  if (!isList) return sentence`${address()}: there is no list, so that no element ${index} can be taken.`
  const list = value as ArrayLike<unknown>
  const [length = list.length, ...inner] = dimensions ?? []
  if (index >= length)
    return sentence`${address()}: the list has ${length} elements, counted from 0, and ${index} is not among them.`
  if (inner.length === 0) return unwrapped({ value: list[index], dataType, isList: false })
  const size = inner.reduce((product, one) => product * one, 1)
  const rows = Array.prototype.slice.call(list, index * size, (index + 1) * size)
  return { value: rows, dataType, isList: true, dimensions: inner.length > 1 ? inner : undefined }
}

function fieldOf(typed: TypedValue, name: string, address: () => string): TypedValue | string {
  const { value, dataType, isList } = typed
  if (isList)
    return sentence`${address()}: there is a list of ${lengthOf(typed)}, so that an index such as [0] is needed before ${name}.`
  const fields = fieldsOf(value)
  const field = fields.find(({ originalName }) => originalName === name) ?? fields.find((one) => one.name === name)
  if (field !== undefined) {
    const type = field.basicDataType ?? BY_NAME[field.fieldType]
    const inside = (value as Record<string, unknown>)[field.name]
    return unwrapped({ value: inside, dataType: type, isList: field.isArray === true })
  }
  const isText = dataType === LOCALIZED_TEXT || dataType === QUALIFIED_NAME
  if (isText && namesOf(typed).includes(name))
    return { value: (value as Record<string, unknown>)[name], dataType: undefined, isList: false }
  const names = namesOf(typed)
  if (names.length > 0)
    return sentence`${address()}: there is no field ${name}. There are ${names.slice(0, NAMED).join(', ')}.`
  return isOpaque(value)
    ? sentence`${address()}: there is a structure that the server does not describe, so that it cannot be read.`
    : sentence`${address()}: there is no structure, so that no field ${name} can be taken.`
}

function noScalar(typed: TypedValue, address: NodeAddress): string {
  const text = writeNodeAddress(address)
  const within = (step: string | number) => writeNodeAddress({ ...address, path: [...address.path, step] })
  if (typed.isList)
    return sentence`${text}: there is a list of ${lengthOf(typed)}. Name one of its elements, such as ${within(0)}.`
  const [first, ...others] = namesOf(typed)
  if (first !== undefined)
    return sentence`${text}: there is a structure of ${[first, ...others].slice(0, NAMED).join(', ')}. Name one of its fields, such as ${within(first)}.`
  return isOpaque(typed.value)
    ? sentence`${text}: there is a structure that the server does not describe, so that it cannot be read.`
    : sentence`${text}: there are bytes or something else that is no number, text or boolean.`
}

function namesOf({ value, dataType, isList }: TypedValue): string[] {
  if (isList) return []
  if (dataType === LOCALIZED_TEXT) return ['text', 'locale']
  if (dataType === QUALIFIED_NAME) return ['name', 'namespaceIndex']
  return fieldsOf(value).map(({ originalName, name }) => originalName || name)
}

/** The fields of a structure with those of the types that it is derived from. */
function fieldsOf(value: unknown): Field[] {
  if (isOpaque(value)) return []
  const fields: Field[] = []
  let schema = (value as { schema?: Schema } | null)?.schema
  for (let depth = 0; depth < MAX_DEPTH && schema !== undefined && schema !== null; depth += 1) {
    fields.unshift(...(schema.fields ?? []))
    schema = schema.getBaseSchema?.() ?? undefined
  }
  return fields
}

interface Schema {
  fields?: Field[]
  getBaseSchema?: () => Schema | null
}

/** What the library could not decode has bytes and the id of its encoding. */
function isOpaque(value: unknown): boolean {
  return (value as { constructor?: { name?: string } } | null)?.constructor?.name === 'OpaqueStructure'
}

/** A value that may be of any type has its type with it. */
function unwrapped(typed: TypedValue): TypedValue {
  const { value, isList } = typed
  const inner = value as { dataType?: unknown; arrayType?: unknown; value?: unknown } | null | undefined
  if (!isList && typeof inner === 'object' && inner !== null && 'arrayType' in inner && 'dataType' in inner)
    return typedValue(inner as Variant)
  return typed
}

function lengthOf({ value, dimensions }: TypedValue): number {
  return dimensions?.[0] ?? (value as ArrayLike<unknown>).length
}
