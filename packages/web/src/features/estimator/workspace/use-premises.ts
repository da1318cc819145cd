import { currencies, type PricedCurrency, projectRoles, projectRoleTypes } from '@packhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import { useSession } from '../../../lib/session.ts'
import { permissionFor } from '../../../resource/use-permission.ts'
import type { Project } from './project-sheet.ts'

/** What has to be known before a project is shown. */
export interface Premises {
  currency: PricedCurrency
  /** By a permission, or by a role in the project. */
  seesCosts: boolean
}

/** Of most currencies; for those who may not read what the others have. */
const usual: PricedCurrency = { minorUnits: 2, cashStep: null }

export function usePremises(project: Project | undefined): Premises | undefined {
  const session = useSession()
  const code = project?.currency ?? ''
  const mayRead = permissionFor(session, currencies.calls.list).allowed
  const currency = useQuery({
    queryKey: ['resource', currencies.name, 'of-project', code],
    queryFn: async ({ signal }): Promise<PricedCurrency> => {
      const { items } = await callApi(currencies.calls.list, { query: { search: code } }, { signal })
      const found = items.find((one) => one.code === code)
      return found === undefined ? usual : { minorUnits: found.minorUnits, cashStep: found.rounding }
    },
    enabled: project !== undefined && mayRead,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const seesAll = session?.permissions.includes('cost.read') ?? false
  const role = useQuery({
    queryKey: ['resource', projectRoles.name, 'sees-cost', project?.id],
    queryFn: async ({ signal }) => {
      const query = { projectId: project?.id ?? '', userId: session?.user.id ?? '' }
      const { items } = await callApi(projectRoles.calls.list, { query }, { signal })
      const [own] = items
      if (own === undefined) return false
      return (await callApi(projectRoleTypes.calls.get, { params: { id: own.typeId } }, { signal })).seesCost
    },
    enabled: project !== undefined && !seesAll && permissionFor(session, projectRoles.calls.list).allowed,
    retry: false,
  })
  if (project === undefined || currency.isLoading || role.isLoading) return undefined
  return { currency: currency.data ?? usual, seesCosts: seesAll || role.data === true }
}
