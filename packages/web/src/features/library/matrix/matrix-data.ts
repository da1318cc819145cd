import type { machineCategories, packagingFamilies } from '@packhouse/contract'

export type PackagingFamily = (typeof packagingFamilies)[number]
export type MachineCategory = (typeof machineCategories)[number]

/** A column of the matrix. */
export interface MatrixMachine {
  id: string
  model: string
  name: string
  typeId: string
  typeName: string
  category: MachineCategory
  designSpeed: number | null
  designSpeedUnit: string | null
}

/** A row of the matrix. */
export interface MatrixStyle {
  id: string
  code: string
  name: string
  family: PackagingFamily
  standardRef: string | null
}

/** The whole matrix. `codes` has an array for each machine and a code (cell-code.ts) for each style in it. */
export interface MatrixData {
  revision: number
  machines: readonly MatrixMachine[]
  styles: readonly MatrixStyle[]
  codes: readonly Uint16Array[]
}
