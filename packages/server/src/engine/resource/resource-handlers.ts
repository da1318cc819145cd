import {
  type ImportQuery,
  type ListQuery,
  type Mount,
  type Operation,
  operationsOf,
  type PageQuery,
  type SortOrder,
} from '@packhouse/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '../principal.ts'
import type { AnyHandler } from '../routes.ts'
import { sendExport } from './csv/send-export.ts'
import { sendImport } from './csv/send-import.ts'
import type { ResourceStore } from './resource-store.ts'
import type { Parent } from './rows.ts'
import { updateSortOrder } from './sort-order.ts'

interface Input {
  principal: Principal
  params: { id: string; parentId?: string }
  query: ListQuery & PageQuery & ImportQuery
  body: Record<string, unknown>
  request: FastifyRequest
  reply: FastifyReply
}

type Verb = (input: Input, parent: Parent) => unknown

/** A handler for every call of a resource at all its mounts, by the name of the call. */
export function resourceHandlers(store: ResourceStore): Record<string, AnyHandler> {
  const verbs = verbsOf(store)
  const handlers = Object.entries(operationsOf(store.resource)).map(([name, { verb, mount }]) => {
    const handler: AnyHandler = (input) => {
      const typed = input as unknown as Input
      return verbs[verb](typed, parentOf(mount, typed))
    }
    return [name, handler]
  })
  return Object.fromEntries(handlers)
}

function verbsOf(store: ResourceStore): Record<Operation['verb'], Verb> {
  return {
    list: ({ principal, query }, parent) => store.list(principal, query, parent),
    get: ({ principal, params }, parent) => store.get(principal, params.id, parent),
    create: ({ principal, body }, parent) => store.create(principal, body, parent),
    update: ({ principal, params, body }, parent) => store.update(principal, params.id, body, parent),
    remove: ({ principal, params }, parent) => store.remove(principal, params.id, parent),
    history: ({ principal, params, query }, parent) => store.history(principal, params.id, query, parent),
    restore: ({ principal, params }, parent) => store.restore(principal, params.id, parent),
    force: ({ principal, params }, parent) => store.force(principal, params.id, parent),
    setPrimary: ({ principal, params }, parent) => store.setPrimary(principal, params.id, parent),
    export: ({ principal, query, reply }, parent) => sendExport(store, principal, query, parent, reply),
    import: (input, parent) => sendImport(store, { ...input, dryRun: input.query.dryRun, parent }),
    updateSortOrder: ({ principal, body }, parent) =>
      updateSortOrder(store, principal, (body as unknown as SortOrder).ids, parent),
    dropdown: ({ principal }, parent) => store.dropdown(principal, parent),
  }
}

function parentOf(mount: Mount, { params }: Input): Parent {
  return mount.parent === undefined || params.parentId === undefined ? {} : { [mount.parent]: params.parentId }
}
