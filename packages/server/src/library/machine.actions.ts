import { libraryMachines as declared } from '@packhouse/contract'
import type { HandlersOf } from '../engine/handlers.ts'
import { rowOf } from '../engine/resource/columns.ts'
import { changeRelated } from '../engine/resource/relations.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import { updateSortOrder } from '../engine/resource/sort-order.ts'
import { duplicateMachine } from './duplicate-machine.ts'
import { readFilterOptions } from './filter-options.ts'
import { readMachineSpecs, saveMachineSpecs } from './machine-specs.ts'

export interface MachineParts {
  machines: ResourceStore
  fieldSpecs: ResourceStore
}

/** The special calls of library machines and of the fields of their types. */
export function machineHandlers({
  machines,
  fieldSpecs,
}: MachineParts): HandlersOf<
  | 'attachMachineTag'
  | 'detachMachineTag'
  | 'duplicateLibraryMachine'
  | 'getMachineSpecs'
  | 'libraryFilterOptions'
  | 'reorderFieldSpecs'
  | 'setMachineSpecs'
> {
  const tags = (id: string) => ({ id, parent: {}, name: 'tags' })
  return {
    async attachMachineTag({ principal, params }) {
      await changeRelated(machines, principal, tags(params.id), 'attach', [params.tagId])
      return undefined
    },
    async detachMachineTag({ principal, params }) {
      await changeRelated(machines, principal, tags(params.id), 'detach', [params.tagId])
      return undefined
    },
    duplicateLibraryMachine: async ({ principal, params, body }) =>
      rowOf(declared, await duplicateMachine(machines, principal, params.id, body)),
    getMachineSpecs: async ({ principal, params }) =>
      await machines.read(principal, (db) => readMachineSpecs(db, machines, params.id)),
    setMachineSpecs: async ({ principal, params, body }) =>
      await saveMachineSpecs(machines, principal, params.id, body),
    libraryFilterOptions: async ({ principal, query }) =>
      await machines.read(principal, async (db) => readFilterOptions(db, await machines.checked(db, query, {}))),
    async reorderFieldSpecs({ principal, params, body }) {
      await updateSortOrder(fieldSpecs, principal, body.ids, { typeId: params.parentId })
      return undefined
    },
  }
}
