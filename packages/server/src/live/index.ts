export type { LiveMachine } from './live-machine.ts'
export { LiveStore, type MachineUpdate } from './live-store.ts'
export { autoRegisterMachine, type MachineEntry, readMachineKeys, readMachines } from './machines.ts'
export type { RingMinute } from './minute-ring.ts'
