import type { FieldSpecKind, machineCategories, machineLifecycles, SpecValue } from '@packhouse/contract'

/** A field of a machine type. What is not said is optional, can be filtered by and is not shown in quotes. */
export interface SampleField {
  key: string
  label: string
  kind: FieldSpecKind
  unit?: string
  min?: number
  max?: number
  options?: readonly string[]
  required?: true
  filterable?: false
  inQuote?: true
}

/** The flags of a field that every machine has and that the quote shows. */
export const quoted = { required: true, inQuote: true } as const

/** A machine of the library. Prices are in euros. */
export interface SampleLibraryMachine {
  model: string
  name: string
  lifecycle: (typeof machineLifecycles)[number]
  /** Code of the company that builds it; our own where it is missing. */
  supplier?: string
  tags: readonly string[]
  designSpeed: number
  speedUnit: string
  /** Width, depth and height, mm. */
  size: readonly [width: number, depth: number, height: number]
  weightKg: number
  supply: { voltage: number; phases: number; kw: number }
  air?: { bar: number; litresPerMinute: number }
  ip: string
  price: string
  leadWeeks: number
  notes?: string
  /** By the keys of the type's fields. */
  values: Readonly<Record<string, SpecValue>>
}

export interface SampleMachineType {
  code: string
  name: string
  category: (typeof machineCategories)[number]
  fields: readonly SampleField[]
  machines: readonly SampleLibraryMachine[]
}
