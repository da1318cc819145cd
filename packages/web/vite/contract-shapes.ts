import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const contractRoot = join(import.meta.dirname, '../../contract/src')
const contractEntry = join(contractRoot, 'index.ts')
const entryId = '\0contract'
const shapeId = '\0contract-shape:'
/** Begins the ids of single calls, and is the id of the module that holds all of them. */
const callId = `${shapeId}api.`
const resourcesId = `${shapeId}resources`

/**
 * Prints the contract's exports as JSON: values as they are, a call and an address as the few words a request is made from, and null for
 * what is no plain value. It runs in a process of its own, so that a changed contract is read anew.
 */
const printShapes = `
import * as contract from ${JSON.stringify(contractEntry)}
const shape = ({ method, path, access, answer }) => ({ method, path, access, answer })
const isPlain = (value) =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (typeof value === 'object' &&
    [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value)) &&
    Object.values(value).every(isPlain))
const print = (name, value) => {
  if (name === 'api') return Object.fromEntries(Object.entries(value).map(([key, call]) => [key, shape(call)]))
  if (value?.kind === 'address') return { method: value.method, path: value.path }
  return isPlain(value) ? value : null
}
const shapes = Object.entries(contract).map(([name, value]) => [name, print(name, value)])
const exportOf = new Map(Object.entries(contract).map(([name, value]) => [value, name]))
const resources = contract.resources.map((resource) => exportOf.get(resource))
console.log(JSON.stringify({ ...Object.fromEntries(shapes), resources: { exports: resources } }))
`

function readShapes(): Record<string, unknown> {
  const args = ['--input-type=module', '-e', printShapes]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }))
}

/**
 * Gives the browser the contract without its schemas. The server validates; the web needs a call's method and path and the
 * shared constants, so the schema library (30 kB gzipped) is left out. Each export becomes a module of its own, and in a
 * build each call does: what only a lazy screen uses is loaded with that screen. While developing, modules are not joined,
 * and a call each would be hundreds of requests. Functions, schemas and resources still work and bring the library with them.
 */
export function contractShapes(): Plugin {
  let shapes: Record<string, unknown> = {}
  let builds = false
  const calls = () => shapes.api as Record<string, unknown>
  const exportFrom = ([name, value]: [string, unknown]) => {
    if (value === null) return `export { ${name} } from ${JSON.stringify(contractEntry)}`
    if (builds && name === 'api') return `export * as api from ${JSON.stringify(callId)}`
    return `export { ${name} } from ${JSON.stringify(shapeId + name)}`
  }
  return {
    name: 'packhouse:contract-shapes',
    enforce: 'pre',
    configResolved({ command }) {
      builds = command === 'build'
    },
    resolveId(source, importer) {
      if (source === '@packhouse/contract' && importer) return { id: entryId, moduleSideEffects: false }
      return source.startsWith(shapeId) ? { id: source, moduleSideEffects: false } : null
    },
    load(id) {
      if (id === entryId) {
        for (const file of readdirSync(contractRoot, { recursive: true, encoding: 'utf8' })) {
          if (file.endsWith('.ts')) this.addWatchFile(join(contractRoot, file))
        }
        shapes = readShapes()
        return Object.entries(shapes).map(exportFrom).join('\n')
      }
      if (id === callId) {
        return Object.keys(calls())
          .map((name) => `export { ${name} } from ${JSON.stringify(callId + name)}`)
          .join('\n')
      }
      if (id === resourcesId) return listResources(shapes.resources as { exports: string[] })
      if (id.startsWith(callId)) return declare(id.slice(callId.length), calls())
      return id.startsWith(shapeId) ? declare(id.slice(shapeId.length), shapes) : null
    },
  }
}

/** Each by its own name: what a list of all areas names brings the schemas of every call along. */
function listResources({ exports }: { exports: readonly string[] }): string {
  const names = exports.join(', ')
  return `import { ${names} } from ${JSON.stringify(contractEntry)}\nexport const resources = [${names}]`
}

function declare(name: string, values: Record<string, unknown>): string {
  return `export const ${name} = ${JSON.stringify(values[name])}`
}
