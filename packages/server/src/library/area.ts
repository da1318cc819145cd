import {
  compatibilities,
  fieldSpecs,
  libraryMachines,
  machineDocuments,
  machineOptions,
  packagingStyles,
} from '@packhouse/contract'
import { defineArea } from '../engine/area.ts'
import { monitoring } from '../monitoring/area.ts'
import { documentHandlers } from './document.actions.ts'
import { libraryComputedFields, libraryFilterChecks, libraryFilters } from './library.policy.ts'
import { machineHandlers } from './machine.actions.ts'
import { matrixHandlers } from './matrix.actions.ts'
import { optionFilterHandlers } from './option-filters.ts'

/** The machines that are made and sold, what they can pack, their options and documents. */
export const library = defineArea({
  name: 'library',
  computed: libraryComputedFields,
  filters: libraryFilters,
  filterChecks: libraryFilterChecks,
  create: ({ storeOf, database, files }, use) => ({
    provides: undefined,
    handlers: {
      ...machineHandlers({ machines: storeOf(libraryMachines), fieldSpecs: storeOf(fieldSpecs) }),
      ...optionFilterHandlers(storeOf(machineOptions)),
      ...matrixHandlers({
        database,
        machines: storeOf(libraryMachines),
        styles: storeOf(packagingStyles),
        cells: storeOf(compatibilities),
      }),
      ...documentHandlers({
        telemetry: use(monitoring).telemetry,
        documents: storeOf(machineDocuments),
        database,
        files,
      }),
    },
  }),
})
