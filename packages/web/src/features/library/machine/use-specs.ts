import { api, type MachineSpecs } from '@packhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import { declared, type ResourceRow } from '../../../resource/registry.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { useResourceList } from '../../../resource/use-resource.ts'
import type { SpecField } from './spec-values.ts'

export type MachineSpec = MachineSpecs['specs'][number] & SpecField & { inQuote: boolean }

export const specsKey = (id: string) => ['resource', 'libraryMachine', 'specs', id]

/** The values of a machine in the order of its type, with what limits them. */
export function useSpecs(row: ResourceRow) {
  const query = useQuery({
    // A value may be saved from elsewhere: the row says so by its version.
    queryKey: specsKey(row.id),
    queryFn: ({ signal }) => callApi(api.getMachineSpecs, { params: { id: row.id } }, { signal }),
  })
  const fields = useFields(String(row.typeId))
  const specs = query.data?.specs.map((spec): MachineSpec => {
    const field = fields.find(({ id }) => id === spec.fieldSpecId)
    const limit = (name: string) => (typeof field?.[name] === 'number' ? field[name] : null)
    const options = Array.isArray(field?.options) ? field.options.map(String) : []
    return { ...spec, min: limit('min'), max: limit('max'), options, inQuote: field?.inQuote === true }
  })
  return { query, specs, rowVersion: query.data?.rowVersion }
}

const none: readonly ResourceRow[] = []

function useFields(typeId: string): readonly ResourceRow[] {
  const fields = declared('fieldSpec')
  const { allowed } = usePermission(fields.calls.list)
  return useResourceList(fields, { typeId, pageSize: '200' }, { enabled: allowed }).data?.items ?? none
}
