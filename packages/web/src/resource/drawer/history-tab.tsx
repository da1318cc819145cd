import type { HistoryEntry, Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useInfiniteQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { callsAt, type ParentMount, parentParams, type ResourceRow } from '../registry.ts'
import { removalWords } from '../removal-words.ts'
import { historyKey } from '../resource-queries.ts'
import { FailedState } from '../table/table-states.tsx'
import { ValueView } from '../value-view.tsx'
import { fieldOf, labelOfField, type ResourceView } from '../view.ts'

export interface HistoryTabProps {
  resource: Resource
  view: ResourceView
  row: ResourceRow
  mount: ParentMount | undefined
}

const words: Partial<Record<string, string>> = {
  create: t('resource.createdIt'),
  update: t('resource.changedIt'),
  restore: t('resource.broughtItBack'),
  'set-primary': t('resource.madeItThePrimaryOne'),
  import: t('resource.importedIt'),
  attach: 'attached',
  detach: 'detached',
  sync: t('resource.attachedOrDetached'),
  'attach-file': 'attached',
  'delete-file': 'deleted',
  'restore-file': t('resource.broughtBack'),
  'update-sort-order': t('resource.changedTheOrder'),
  'force-delete': t('resource.removedItForGood'),
  'sign-in': t('resource.signedIn'),
  'sign-in-refused': t('resource.wasRefusedAtTheSignIn'),
  'sign-out': t('resource.signedOut'),
  'session-ended': t('resource.endedASession'),
  'refresh-token-reused': t('resource.wasSignedOutBecauseAToken'),
  'other-sessions-ended': t('resource.signedOutEverywhereElse'),
  'create-version': t('resource.storedAVersion'),
  'restore-version': t('resource.restoredAVersion'),
  rotate: t('resource.rotatedIt'),
  revoke: t('resource.revokedIt'),
  'api-key-refused': t('resource.hasAnApiKeyThatWas'),
  'password-changed': t('resource.changedThePassword'),
  'password-refused': t('resource.gaveAWrongPassword'),
  'invitation-sent': t('resource.sentAnInvitation'),
  'reset-sent': t('resource.sentALinkForANew'),
  registered: 'registered',
  'sign-on-refused': t('resource.wasRefusedAtASingleSign'),
  'sign-on-groups': t('resource.wasPutIntoGroupsByA'),
  'sign-on-account-made': t('resource.gotAnAccountAtASingle'),
  'identity-linked': t('resource.linkedAnIdentityProvider'),
  'identity-unlinked': t('resource.unlinkedAnIdentityProvider'),
  'second-factor-on': t('resource.turnedTheSecondFactorOn'),
  'second-factor-off': t('resource.turnedTheSecondFactorOff'),
  'second-factor-asked': t('resource.wasAskedForTheSecondFactor'),
  'second-factor-refused': t('resource.gaveAWrongSecondFactor'),
  'passkey-added': t('resource.addedAPasskey'),
  'passkey-removed': t('resource.removedAPasskey'),
  'passkey-refused': t('resource.wasRefusedWithAPasskey'),
  confirmed: t('resource.confirmedTheIdentity'),
  'confirmation-refused': t('resource.couldNotConfirmTheIdentity'),
}

function actionWords(view: ResourceView, { traits }: Resource, action: string): string {
  const [, name = ''] = action.split('transition:')
  const transition = traits.lifecycle?.transitions[name]
  if (transition !== undefined) return `changed the state: ${transition.words}`
  return action === 'delete' ? t('resource.it', { done: removalWords(view).done }) : (words[action] ?? action)
}

/** Who changed the row, when, and what became of each field; newest first. */
export function HistoryTab({ resource, view, row, mount }: HistoryTabProps) {
  const query = useHistory(resource, row.id, mount)
  if (query.isPending) return <Skeleton className="h-24" />
  if (query.isError)
    return <FailedState what={t('resource.historyWord')} error={query.error} onRetry={() => void query.refetch()} />
  const entries = query.data.pages.flatMap((page) => page.items)
  if (entries.length === 0)
    return <EmptyState title={t('resource.noChangesYet')}>{t('resource.whatIsChangedHereIsTold')}</EmptyState>
  return (
    <>
      <ol className="grid gap-4">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} resource={resource} view={view} row={row} />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button
          size="dense"
          className="mt-4"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('resource.showOlderChanges')}
        </Button>
      )}
    </>
  )
}

function useHistory(resource: Resource, id: string, mount: ParentMount | undefined) {
  const { history } = callsAt(resource, mount)
  return useInfiniteQuery({
    queryKey: historyKey(resource, id),
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => {
      return callApi(
        history,
        { params: { ...parentParams(mount), id }, query: { page: String(pageParam) } },
        { signal },
      )
    },
    getNextPageParam: ({ page, pageSize, total }) => (page * pageSize < total ? page + 1 : undefined),
  })
}

type EntryProps = Omit<HistoryTabProps, 'mount'> & { entry: HistoryEntry }

function Entry({ entry, resource, view, row }: EntryProps) {
  const shown = entry.changes.filter(({ field }) => fieldOf(resource, field) !== undefined)
  const subject = subjectOf(resource, entry)
  return (
    <li className="border-s-2 border-line-2 ps-3.5 text-13">
      <p>
        <b className="font-semibold">{entry.actor.name ?? t('resource.aFormerUser')}</b>{' '}
        {actionWords(view, resource, entry.action)} {subject && <span className="break-words">{subject} </span>}
        <DateLabel value={entry.at} className="text-12 text-text-3" />
        <span className="text-12 text-text-3">{originOf(entry)}</span>
      </p>
      {entry.action !== 'delete' && shown.length > 0 && (
        <dl className="mt-1.5 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
          {shown.map(({ field, before, after }) => (
            <div key={field} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-text-2">{labelOfField(resource, field)}</dt>
              <dd className="min-w-0 break-words">
                {entry.action !== 'create' && (
                  <>
                    <del className="text-text-3">
                      <ValueView resource={resource} view={view} name={field} row={{ ...row, [field]: before }} />
                    </del>
                    <span aria-hidden="true"> → </span>
                  </>
                )}
                <ValueView resource={resource} view={view} name={field} row={{ ...row, [field]: after }} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}

/** With which key and from where it was done; what the changes say already is not said twice. */
function originOf({ address, apiKey, changes }: HistoryEntry): string {
  const key = apiKey && ` ${t('resource.withTheApiKey', { value: apiKey.name ?? t('resource.thatIsGone') })}`
  const from = address && !changes.some(({ field }) => field === 'address') && ` ${t('resource.from', { address })}`
  return `${key ?? ''}${from || ''}`
}

/** The file or the rows of others that the change is about; empty where it is about the row's own fields. */
function subjectOf({ traits }: Resource, { changes }: HistoryEntry): string {
  const file = changes.find(({ field }) => field === 'file')
  if (file) return String(file.after ?? file.before)
  const related = changes.find(({ field }) => field in (traits.relations ?? {}))
  if (!related) return ''
  const [before, after] = [related.before, related.after].map((names) =>
    Array.isArray(names) ? names.map(String) : [],
  )
  const differing = [...(before ?? []), ...(after ?? [])].filter(
    (name) => !(before?.includes(name) && after?.includes(name)),
  )
  return differing.join(', ')
}
