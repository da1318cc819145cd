import type { z } from 'zod'
import type { Address } from './address.ts'
import type { Call } from './call.ts'
import type { Resource } from './resource.ts'

/** The exports of a module that are of a kind, by their names. */
type ExportsOf<Module, Kind> = { [Name in keyof Module as Module[Name] extends Kind ? Name : never]: Module[Name] }

/** What an area of the product declares: its resources, its calls that do not follow from a resource, addresses that are no calls, and schemas. */
export interface Area<Resources = Record<string, Resource>, Calls = Record<string, Call>> {
  resources: Resources
  calls: Calls
  addresses: Readonly<Record<string, Address>>
  /** Those of values that calls share; the documentation has them under these names. */
  schemas: Readonly<Record<string, z.ZodType>>
}

/**
 * Makes an area of what its files export. All are found by their shape; types and limits beside them are left alone, so that nothing
 * has to be listed twice.
 *
 * @example
 * import * as alarms from './alarms/index.ts'
 * defineArea(alarms).calls.listAlarms
 */
export function defineArea<Module extends object>(
  module: Module,
): Area<ExportsOf<Module, Resource>, ExportsOf<Module, Call>> {
  return {
    resources: pick(module, isResource) as ExportsOf<Module, Resource>,
    calls: pick(module, isCall) as ExportsOf<Module, Call>,
    addresses: pick(module, isAddress) as Record<string, Address>,
    schemas: pick(module, isSchema) as Record<string, z.ZodType>,
  }
}

function pick(module: object, isWanted: (value: unknown) => boolean): object {
  return Object.fromEntries(Object.entries(module).filter(([, value]) => isWanted(value)))
}

function isResource(value: unknown): boolean {
  return isObject(value) && 'mounts' in value && 'fields' in value
}

function isCall(value: unknown): boolean {
  return isObject(value) && 'method' in value && 'path' in value && 'access' in value
}

function isAddress(value: unknown): boolean {
  return isObject(value) && 'kind' in value && value.kind === 'address'
}

function isSchema(value: unknown): boolean {
  return isObject(value) && '_zod' in value
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
