import type { Reference, Resource } from '@packhouse/contract'
import { declared as inLanguage, t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { callApi } from '../lib/api-client.ts'
import { ApiError } from '../lib/api-error.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showToast } from '../ui/toasts.tsx'
import { type RemovalKind, removalKind } from './delete-labels.ts'
import { errorMessage } from './error-messages.ts'
import { callsAt, type ParentMount, type ResourceRow } from './registry.ts'
import { referencesKey } from './resource-queries.ts'
import { useForce, useRemove, useRestore } from './use-resource.ts'
import { nameOf, type ResourceView } from './view.ts'
import { capitalize, counted } from './words.ts'

interface Refusal {
  name: string
  message: string
  references: readonly Reference[]
}

export interface DeleteParts {
  resource: Resource
  view: ResourceView
  mount?: ParentMount | undefined
  /** Called with the ids that are gone now. */
  onDeleted: (ids: readonly string[]) => void
}

/** Deletes rows: asks once, says what prevents it, and offers to undo it where rows can be restored. */
export function useDelete({ resource, view, mount, onDeleted }: DeleteParts) {
  const [asked, setAsked] = useState<readonly ResourceRow[]>([])
  const [refusals, setRefusals] = useState<readonly Refusal[]>([])
  const [busy, setBusy] = useState(false)
  const remove = useRemove({ resource, mount })
  const force = useForce({ resource, mount })
  const restoreRows = useRestoreRows({ resource, view, mount })
  const kind = removalKind(view)
  const ends = view.removal?.ends
  const inUse = useReferences(resource, asked.length === 1 ? asked[0] : undefined)
  /** Those who have it were shown, so that deleting it is meant. */
  const isTaken = resource.traits.held === true && inUse.length > 0
  const what = (rows: readonly ResourceRow[]) => {
    const [first] = rows
    return rows.length === 1 && first ? nameOf(resource, view, first) : counted(rows.length, resource.noun)
  }
  const run = async () => {
    setBusy(true)
    const gone: ResourceRow[] = []
    const refused: Refusal[] = []
    for (const row of asked) {
      try {
        await (isTaken ? force : remove).mutateAsync(row.id)
        gone.push(row)
      } catch (error) {
        refused.push(toRefusal(resource, nameOf(resource, view, row), error))
      }
    }
    setBusy(false)
    setAsked([])
    setRefusals(refused)
    if (gone.length === 0) return
    const undo = { label: t('resource.undo'), run: () => void restoreRows(gone) }
    showToast({
      message: t('resource.removedWhat', { kind, what: what(gone) }),
      ...(canRestore(resource, mount) ? { action: undo } : {}),
    })
    onDeleted(gone.map(({ id }) => id))
  }
  const dialogs = (
    <>
      <ConfirmDialog
        open={asked.length > 0}
        title={t('resource.removeQuestion', { kind, what: what(asked) })}
        confirm={t('resource.removal', { kind })}
        busy={busy}
        onConfirm={() => void run()}
        onCancel={() => setAsked([])}
      >
        {ends !== undefined && <p>{ends}</p>}
        {inUse.length > 0 && (
          <InUse references={inUse} words={isTaken ? t('resource.theseHaveItAndLoseIt') : undefined} />
        )}
        <p className={inUse.length > 0 ? 'mt-3' : undefined}>
          {canRestore(resource, mount)
            ? t('resource.youCanUndoItRightAway', { kind, many: resource.noun[1] })
            : t('resource.thisCannotBeUndone')}
        </p>
      </ConfirmDialog>
      <RefusalDialog refusals={refusals} kind={kind} onClose={() => setRefusals([])} />
    </>
  )
  return { ask: setAsked, dialogs }
}

/** Restores deleted rows, one after the other, and says how it went. */
export function useRestoreRows({ resource, view, mount }: Omit<DeleteParts, 'onDeleted'>) {
  const restore = useRestore({ resource, mount })
  return async (rows: readonly ResourceRow[]): Promise<void> => {
    const results = await Promise.allSettled(rows.map(({ id }) => restore.mutateAsync(id)))
    const failed = results.filter(({ status }) => status === 'rejected').length
    const [first] = rows
    const name = rows.length === 1 && first ? nameOf(resource, view, first) : counted(rows.length, resource.noun)
    if (failed === 0) showToast({ message: t('resource.restored', { name }) })
    else
      showToast({
        message: t('resource.couldNotBeRestored', { counted: counted(failed, resource.noun) }),
        tone: 'failed',
      })
  }
}

export function canRestore(resource: Resource, mount?: ParentMount): boolean {
  return 'restore' in callsAt(resource, mount)
}

function toRefusal(resource: Resource, name: string, error: unknown): Refusal {
  return {
    name,
    message: errorMessage(resource, error),
    references: error instanceof ApiError ? error.references : [],
  }
}

function RefusalDialog(props: { refusals: readonly Refusal[]; kind: RemovalKind; onClose: () => void }) {
  const { refusals, kind, onClose } = props
  return (
    <ConfirmDialog
      open={refusals.length > 0}
      title={t('resource.couldNotBeRemoved', { kind, count: refusals.length })}
      confirm={t('resource.ok')}
      cancel={null}
      tone="primary"
      onConfirm={onClose}
      onCancel={onClose}
    >
      <ul className="grid gap-3">
        {refusals.map((refusal) => (
          <li key={refusal.name}>
            <b className="font-semibold text-text">{refusal.name}</b>
            <RefusalReason refusal={refusal} />
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

/** What hangs on the row that is about to go. */
function useReferences(resource: Resource, row: ResourceRow | undefined): readonly Reference[] {
  const { data } = useQuery({
    queryKey: referencesKey(resource, row?.id ?? ''),
    queryFn: ({ signal }) => callApi(resource.calls.references, { params: { id: row?.id ?? '' } }, { signal }),
    enabled: row !== undefined,
    staleTime: 0,
  })
  return row === undefined ? [] : (data ?? [])
}

function RefusalReason({ refusal }: { refusal: Refusal }): ReactNode {
  if (refusal.references.length === 0) return <p>{refusal.message}</p>
  return <InUse references={refusal.references} />
}

interface InUseProps {
  references: readonly Reference[]
  /** What it means that they are there; that they are in the way where it is left out. */
  words?: string | undefined
}

function InUse({ references, words = t('resource.stillInUseRemoveOrMove') }: InUseProps) {
  return (
    <>
      <p>{words}</p>
      <ul className="mt-1 list-disc ps-5">
        {references.map(({ resource, count, labels }) => (
          <li key={resource}>
            {t('resource.referrers', {
              noun: capitalize(inLanguage(resource)),
              count,
              names: `${labels.join(', ')}${count > labels.length ? ' …' : ''}`,
            })}
          </li>
        ))}
      </ul>
    </>
  )
}
