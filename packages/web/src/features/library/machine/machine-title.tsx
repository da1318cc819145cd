import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import { declared, type ResourceRow } from '../../../resource/registry.ts'
import { relatedKey } from '../../../resource/resource-queries.ts'
import { choiceWord } from '../../../resource/view.ts'
import { Badge } from '../../../ui/badge.tsx'
import { CategoryIcon } from '../machine-category.tsx'
import { useMachineTypes } from '../use-machine-types.ts'

/** The shape of the family, the model, the name, where it is in its life, and its tags. */
export function MachineTitle({ row }: { row: ResourceRow }) {
  const category = useMachineTypes().find(({ id }) => id === row.typeId)?.category
  return (
    <>
      <CategoryIcon category={category} size={24} />
      <h1 className="min-w-0 break-words">
        <span className="code">{String(row.model)}</span> <span className="font-medium">{String(row.name)}</span>
      </h1>
      <Badge tone={row.lifecycle === 'draft' ? 'warn' : 'plain'}>{choiceWord({}, String(row.lifecycle))}</Badge>
      <MachineTags id={row.id} />
    </>
  )
}

function MachineTags({ id }: { id: string }) {
  const machines = declared('libraryMachine')
  const { data } = useQuery({
    queryKey: [...relatedKey(machines, 'tags', id), 'shown'],
    queryFn: async ({ signal }) => {
      const { related } = machines.calls.relations[machines.mounts[0].path]?.tags ?? {}
      return related && (await callApi(related, { params: { id }, query: {} }, { signal })).items
    },
  })
  return (data ?? []).map((tag) => (
    <span
      key={tag.id}
      className="inline-flex h-[22px] items-center rounded-full bg-surface-3 px-2.5 text-12 font-medium text-text-2"
    >
      {tag.label}
    </span>
  ))
}
