import { sampleFleet } from '@packhouse/contract'

/** Machines of the sample, by their machineIDs. */
export const sampleMachineIDs = sampleFleet.map(({ machineID }) => machineID)
