import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { renewSession, useSession } from '../../../lib/session.ts'
import { errorMessage } from '../../../resource/error-messages.ts'
import { declared } from '../../../resource/registry.ts'
import { renew } from '../../../resource/resource-queries.ts'
import { missingWords, usePermission } from '../../../resource/use-permission.ts'
import { showToast } from '../../../ui/toasts.tsx'
import type { CellRights } from './lock-reason.ts'
import { bulkChanges, countChanges, type Given, noChanges, pendingChanges, setCell } from './matrix-changes.ts'

const calls = { assign: api.bulkAssignPermissions, remove: api.bulkRemovePermissions }

/** What was changed and is not saved yet, and what saving it said. */
export function useMatrixEdit(given: Given) {
  const client = useQueryClient()
  const [made, setMade] = useState(noChanges)
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const changes = useMemo(() => pendingChanges(made, given), [made, given])
  const set = useCallback(
    (permission: string, roleId: string, wanted: boolean) =>
      setMade((now) => setCell(now, given, { permission, roleId }, wanted)),
    [given],
  )
  const discard = useCallback(() => {
    setMade(noChanges)
    setFailure(undefined)
  }, [])
  const renewAll = async () => {
    await renew(client, declared('role'))
    await renew(client, declared('user'))
    // The reader may have one of the roles.
    await renewSession()
  }
  const save = async () => {
    const count = countChanges(changes)
    if (count === 0 || isSaving) return
    setSaving(true)
    setFailure(undefined)
    try {
      for (const { verb, ...body } of bulkChanges(changes)) await callApi(calls[verb], { body })
      await renewAll()
      showToast({ message: t('people.changesSaved', { count }) })
    } catch (error) {
      setFailure(errorMessage(declared('role'), error))
      // Some of it may be saved though not all: what is shown as given is what the server says.
      await renewAll()
    }
    setSaving(false)
  }
  return { changes, count: countChanges(changes), isSaving, failure, rights: useRights(), set, discard, save }
}

export type MatrixEdit = ReturnType<typeof useMatrixEdit>

function useRights(): CellRights {
  const session = useSession()
  const access = usePermission(api.bulkAssignPermissions)
  const readOnly = access.allowed ? undefined : missingWords(access)
  const held = session?.permissions
  return useMemo(() => ({ readOnly, own: new Set(held) }), [readOnly, held])
}
