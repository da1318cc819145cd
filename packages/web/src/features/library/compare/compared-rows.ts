import type { MachineSpecs } from '@packhouse/contract'

type Spec = MachineSpecs['specs'][number]

/** A field that at least one of the machines has, with the value of each, in their order; undefined where its type has no such field. */
export interface ComparedSpec {
  key: string
  label: string
  unit: string | null
  values: readonly (Spec['value'] | undefined)[]
}

/** Fields of types are the same where they have one key, kind and unit. They come in the order of the first machine that has them. */
export function comparedSpecs(specs: readonly (readonly Spec[])[]): ComparedSpec[] {
  const nameOf = ({ key, kind, unit }: Spec) => JSON.stringify([key, kind, unit])
  const first = new Map(
    specs
      .flat()
      .toReversed()
      .map((spec) => [nameOf(spec), spec]),
  )
  const names = [...new Set(specs.flat().map(nameOf))]
  return names.flatMap((name) => {
    const spec = first.get(name)
    if (spec === undefined) return []
    const values = specs.map((own) => own.find((other) => nameOf(other) === name)?.value)
    const isEmpty = values.every((value) => value === undefined || value === null)
    return isEmpty ? [] : [{ key: name, label: spec.label, unit: spec.unit, values }]
  })
}

/** Whether not all are the same. */
export function areDifferent(values: readonly unknown[]): boolean {
  return new Set(values.map((value) => JSON.stringify(value ?? null))).size > 1
}
