import { sampleFleet } from '@packhouse/contract'

/** Machines of the sample, by their machineIDs. */
export const sampleMachineIDs = sampleFleet.map(({ machineID }) => machineID)

/** The machine whose file is whole, from its quote to its second service, with signed protocols and visits. */
export const WHOLE_STORY = 'VFFS-2214'

/** The maintenance manager of its customer, who is there at tests and services. */
export const WITNESS = 'Ingrid Solheim'
