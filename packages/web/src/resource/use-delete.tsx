import type { Reference, Resource } from '@packhouse/contract'
import { declared as inLanguage, t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../lib/api-client.ts'
import { ApiError } from '../lib/api-error.ts'
import { AppLink } from '../ui/app-link.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showToast } from '../ui/toasts.tsx'
import { type RemovalKind, removalKind } from './delete-labels.ts'
import { errorMessage } from './error-messages.ts'
import { useListAddresses } from './list-addresses.ts'
import { callsAt, type ParentMount, type ResourceRow } from './registry.ts'
import { type Candidate, obstaclesOf, type RemovalPlan, removalPlan } from './removal-plan.ts'
import { referencesKey } from './resource-queries.ts'
import { useForce, useRemove, useRestore } from './use-resource.ts'
import { nameOf, type ResourceView } from './view.ts'
import { capitalize, counted } from './words.ts'

interface Refusal {
  id: string
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

/** Deletes rows: says first what goes along and what is in the way, asks once, and offers to undo it where rows can be restored. */
export function useDelete({ resource, view, mount, onDeleted }: DeleteParts) {
  const [asked, setAsked] = useState<readonly ResourceRow[]>([])
  const [refusals, setRefusals] = useState<readonly Refusal[]>([])
  const [busy, setBusy] = useState(false)
  const remove = useRemove({ resource, mount })
  const force = useForce({ resource, mount })
  const restoreRows = useRestoreRows({ resource, view, mount })
  const kind = removalKind(view)
  const { plan, check } = useRemovalPlan(resource, asked)
  const run = async (going: RemovalPlan['going']) => {
    setBusy(true)
    const gone: ResourceRow[] = []
    const refused: Refusal[] = []
    for (const { row, references } of going) {
      // Those who have it were shown, so that deleting it is meant.
      const isTaken = references.some(({ effect }) => effect === 'released')
      try {
        await (isTaken ? force : remove).mutateAsync(row.id)
        gone.push(row)
      } catch (error) {
        refused.push(toRefusal(resource, nameOf(resource, view, row), row, error))
      }
    }
    setBusy(false)
    setAsked([])
    setRefusals(refused)
    if (gone.length === 0) return
    const undo = { label: t('resource.undo'), run: () => void restoreRows(gone) }
    showToast({
      message: t('resource.removedWhat', { kind, what: wordsOf(resource, view, gone) }),
      ...(canRestore(resource, mount) ? { action: undo } : {}),
    })
    onDeleted(gone.map(({ id }) => id))
  }
  const dialogs = (
    <>
      <RemovalDialog
        {...{ resource, view, mount, asked, plan, check, busy }}
        onConfirm={(going) => void run(going)}
        onCancel={() => setAsked([])}
      />
      <RefusalDialog refusals={refusals} kind={kind} onClose={() => setRefusals([])} />
    </>
  )
  return { ask: setAsked, dialogs }
}

/** The name of one row, or how many they are. */
function wordsOf(resource: Resource, view: ResourceView, rows: readonly ResourceRow[]): string {
  const [first] = rows
  return rows.length === 1 && first ? nameOf(resource, view, first) : counted(rows.length, resource.noun)
}

interface RemovalDialogProps extends Omit<DeleteParts, 'onDeleted'> {
  asked: readonly ResourceRow[]
  /** Undefined while it is found out. */
  plan: RemovalPlan | undefined
  /** Where it could not be found out: tries again. */
  check: (() => void) | undefined
  busy: boolean
  onConfirm: (going: RemovalPlan['going']) => void
  onCancel: () => void
}

/** Asks whether rows shall go, of which it says what goes along; where all of them are in use it leads to what uses them. */
function RemovalDialog({ resource, view, mount, asked, plan, check, busy, onConfirm, onCancel }: RemovalDialogProps) {
  const kind = removalKind(view)
  const ends = view.removal?.ends
  const what = wordsOf(resource, view, asked)
  const isStuck = plan !== undefined && plan.going.length === 0
  const some = plan !== undefined && plan.staying.length > 0
  return (
    <ConfirmDialog
      open={asked.length > 0}
      title={isStuck ? t('resource.cannotBeRemovedYet', { kind, what }) : t('resource.removeQuestion', { kind, what })}
      confirm={
        check
          ? t('general.tryAgain')
          : isStuck
            ? t('resource.ok')
            : some
              ? t('resource.removeCounted', { kind, counted: counted(plan.going.length, resource.noun) })
              : t('resource.removal', { kind })
      }
      cancel={isStuck ? null : undefined}
      tone={isStuck || check ? 'primary' : 'danger'}
      busy={busy}
      disabled={plan === undefined && check === undefined}
      onConfirm={() => (check ? check() : isStuck ? onCancel() : plan && onConfirm(plan.going))}
      onCancel={onCancel}
    >
      {plan === undefined && (
        <p role="status">{check ? t('resource.couldNotCheckWhatHangsOnIt') : t('resource.checkingWhatHangsOnIt')}</p>
      )}
      {plan !== undefined && !isStuck && (
        <>
          {ends !== undefined && <p>{ends}</p>}
          {plan.parts.length > 0 && <InUse references={plan.parts} words={t('resource.deletedWithIt')} />}
          {plan.holders.length > 0 && <InUse references={plan.holders} words={t('resource.theseHaveItAndLoseIt')} />}
          <p className="not-first:mt-3">
            {canRestore(resource, mount)
              ? t('resource.youCanUndoItRightAway', { kind, many: resource.noun[1] })
              : t('resource.thisCannotBeUndone')}
          </p>
        </>
      )}
      {some && !isStuck && (
        <p className="mt-3">{t('resource.staysInUse', { counted: counted(plan.staying.length, resource.noun) })}</p>
      )}
      {some && (
        <ul className="mt-1 grid gap-3">
          {plan.staying.map((candidate) => (
            <li key={candidate.row.id}>
              {asked.length > 1 && <b className="font-semibold text-text">{nameOf(resource, view, candidate.row)}</b>}
              <InUse references={obstaclesOf(candidate)} id={candidate.row.id} onLeave={onCancel} />
            </li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  )
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

function toRefusal(resource: Resource, name: string, { id }: ResourceRow, error: unknown): Refusal {
  const references = error instanceof ApiError ? error.references : []
  return { id, name, message: errorMessage(resource, error), references }
}

/** What was refused though nothing seemed to be in the way: somebody else came first, or a rule forbids it. */
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
        {refusals.map(({ id, name, message, references }) => (
          <li key={id}>
            <b className="font-semibold text-text">{name}</b>
            {references.length === 0 ? <p>{message}</p> : <InUse references={references} id={id} onLeave={onClose} />}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

/** So many rows are asked about at a time. */
const AT_ONCE = 6

/** What would become of rows that are asked about; undefined while that is found out. Where it could not be, `check` tries again. */
function useRemovalPlan(resource: Resource, rows: readonly ResourceRow[]) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: referencesKey(
      resource,
      rows.map(({ id }) => id),
    ),
    queryFn: async ({ signal }) => {
      const candidates: Candidate[] = []
      for (let start = 0; start < rows.length; start += AT_ONCE) {
        const some = rows.slice(start, start + AT_ONCE).map(async (row) => {
          return { row, references: await callApi(resource.calls.references, { params: { id: row.id } }, { signal }) }
        })
        candidates.push(...(await Promise.all(some)))
      }
      return removalPlan(candidates)
    },
    enabled: rows.length > 0,
    staleTime: 0,
    gcTime: 0,
  })
  const plan: RemovalPlan | undefined = rows.length === 0 ? undefined : data
  return { plan, check: isError && !isFetching ? () => void refetch() : undefined }
}

interface InUseProps {
  references: readonly Reference[]
  /** What it means that they are there; that they are in the way where it is left out. */
  words?: string
  /** The row that they refer to, for the way to their list. */
  id?: string
  onLeave?: () => void
}

function InUse({ references, words = t('resource.stillInUseRemoveOrMove'), id, onLeave }: InUseProps) {
  const addressOf = useListAddresses()
  return (
    <>
      <p>{words}</p>
      <ul className="mt-1 list-disc ps-5">
        {references.map(({ resource, name, field, count, labels }) => {
          const address = id === undefined || name === null ? undefined : addressOf(name, field, id)
          const words = t('resource.referrersCounted', { noun: capitalize(inLanguage(resource)), count })
          const names = `${labels.join(', ')}${count > labels.length ? ' …' : ''}`
          return (
            <li key={resource}>
              {address === undefined ? (
                words
              ) : (
                <AppLink
                  href={address}
                  onClick={onLeave}
                  className="font-medium text-text underline decoration-kraft underline-offset-3 hover:decoration-current max-md:inline-flex max-md:min-h-11 max-md:items-center"
                >
                  {words}
                </AppLink>
              )}
              {labels.length > 0 && `: ${names}`}
            </li>
          )
        })}
      </ul>
    </>
  )
}
