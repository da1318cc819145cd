import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'
import type { Option } from '../../ui/option-combobox.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { errorMessage } from '../error-messages.ts'
import { renew } from '../resource-queries.ts'
import type { ChoiceSource } from '../use-choices.ts'
import { usePermission } from '../use-permission.ts'

/** So long a code may be that is no proposal, such as a name in another script. */
const LONGEST_CODE = 32

/**
 * Creates a row from its name alone, where it is chosen.
 * @param source what is chosen from; undefined where nothing can be created in place
 * @returns undefined for who may not create one. Otherwise it resolves with the new row as a choice, or with nothing after it has said why not
 */
export function useCreateInPlace(
  source: ChoiceSource | undefined,
): ((name: string) => Promise<Option | undefined>) | undefined {
  const resource = source?.resource
  const access = usePermission(resource?.calls.create)
  const client = useQueryClient()
  const proposes = resource?.traits.proposes
  if (resource === undefined || proposes === undefined || !access.allowed) return undefined
  return async (name) => {
    try {
      const { code } = await callApi(resource.calls.proposal, { query: { from: name } })
      const body = { [proposes.from]: name, [proposes.code]: code ?? name.slice(0, LONGEST_CODE) }
      const row: Record<string, unknown> = await callApi(resource.calls.create, { body })
      await renew(client, resource)
      showToast({ message: t('resource.createdResource', { resource: name }) })
      return { value: String(row.id), label: name, sublabel: String(row[proposes.code]) }
    } catch (error) {
      showToast({ message: errorMessage(resource, error), tone: 'failed' })
      return undefined
    }
  }
}
