import { DASH } from '../../../lib/format/numbers.ts'
import type { ResourceRow } from '../../../resource/registry.ts'
import { CategoryIcon } from '../machine-category.tsx'
import { useMachineTypes } from '../use-machine-types.ts'

/** The type of a machine with the shape of its family. */
export function TypeCell({ row }: { row: ResourceRow }) {
  const type = useMachineTypes().find(({ id }) => id === row.typeId)
  return (
    <span className="inline-flex max-w-31 items-center gap-[7px]">
      <CategoryIcon category={type?.category} />
      <span className="truncate">{type === undefined ? DASH : String(type.name)}</span>
    </span>
  )
}
