import type { Choice, Relation, RelationCalls, Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { behind, FIRST_POSITION, nextPosition } from '../../lib/list-walk.ts'
import { Button } from '../../ui/button.tsx'
import { CrossIcon } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { ChoiceCombobox } from '../choice-combobox.tsx'
import { errorMessage } from '../error-messages.ts'
import { inputClasses } from '../form/field-frame.tsx'
import { declared, type ResourceRow } from '../registry.ts'
import { relatedKey, renew } from '../resource-queries.ts'
import { FailedState } from '../table/table-states.tsx'
import { type ChoiceSource, useChoices } from '../use-choices.ts'
import { usePermission } from '../use-permission.ts'
import { capitalize } from '../words.ts'

export interface RelationTabProps {
  resource: Resource
  name: string
  relation: Relation
  row: ResourceRow
  /** Which rows can be attached; default: all. */
  filter: ChoiceSource['filter']
  /** What is shown below each of them. */
  below: ((row: ResourceRow, relatedId: string) => ReactNode) | undefined
}

/** The rows of another resource that are attached to a row: to attach one, and to detach any. */
export function RelationTab({ resource, name, relation, row, filter, below }: RelationTabProps) {
  const { query, change } = useRelation(resource, name, row.id)
  const access = usePermission(callsOf(resource, name).attach)
  const { noun } = relation
  if (query.isPending) return <Skeleton className="h-24" />
  if (query.isError) return <FailedState what={noun[1]} error={query.error} onRetry={() => void query.refetch()} />
  const attached = query.data.pages.flatMap((page) => page.items)
  const run = async (verb: 'attach' | 'detach', { id, label }: Pick<Choice, 'id' | 'label'>): Promise<void> => {
    const undone = verb === 'attach' ? 'detach' : 'attach'
    try {
      await change(verb, id)
      const undo = { label: t('resource.undo'), run: () => void run(undone, { id, label }) }
      showToast({
        message: verb === 'detach' ? t('resource.detachedLabel', { label }) : t('resource.attachedLabel', { label }),
        ...(verb === 'detach' ? { action: undo } : {}),
      })
    } catch (error) {
      showToast({ message: errorMessage(resource, error, { ids: capitalize(noun[1]) }), tone: 'failed' })
    }
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      {access.allowed && (
        <AttachField
          relation={relation}
          attached={attached}
          row={row}
          filter={filter}
          onAttach={(id, label) => void run('attach', { id, label })}
        />
      )}
      {attached.length === 0 && (
        <p className="text-13 text-text-2">{t('resource.noAreAttached', { value: noun[1] })}</p>
      )}
      <ul aria-label={capitalize(noun[1])} className="grid grid-cols-1">
        {attached.map((choice) => (
          <li key={choice.id} className="flex items-center gap-2 border-b border-line py-1.5 text-13">
            <div className="grid min-w-0 flex-1 gap-1">
              <span className="truncate">
                <b className="font-[550]">{choice.label}</b> {choice.sublabel}
              </span>
              {below?.(row, choice.id)}
            </div>
            {access.allowed && (
              <Button
                size="dense"
                variant="quiet"
                aria-label={t('resource.detach', { label: choice.label })}
                onClick={() => void run('detach', choice)}
              >
                <CrossIcon size={13} />
              </Button>
            )}
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button size="dense" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('resource.showMore')}
        </Button>
      )}
    </div>
  )
}

interface AttachFieldProps {
  relation: Relation
  attached: readonly Choice[]
  row: ResourceRow
  filter: ChoiceSource['filter']
  onAttach: (id: string, label: string) => void
}

function AttachField({ relation, attached, row, filter, onAttach }: AttachFieldProps) {
  const source = { ...attachable(declared(relation.to), row), filter }
  const { options, isComplete, status } = useChoices(source)
  const taken = new Set(attached.map(({ id }) => id))
  const isEmpty = status === 'ready' && isComplete && options.every(({ value }) => taken.has(value))
  return (
    <ChoiceCombobox
      // Empties the field after a choice: the chosen one is in the list below.
      key={attached.length}
      source={source}
      without={taken}
      value=""
      onChange={() => undefined}
      onPick={({ value, label }) => onAttach(value, label)}
      placeholder={
        isEmpty
          ? t('resource.noMoreToAttach', { many: relation.noun[1] })
          : t('resource.attach', { noun: relation.noun[0] })
      }
      disabled={isEmpty || status === 'denied'}
      clearable={false}
      attributes={{ 'aria-label': t('resource.attachNoun', { noun: relation.noun[0] }) }}
      inputClassName={inputClasses(false)}
    />
  )
}

/** What may be attached: of a resource below the same parent as the row, the rows of that parent. */
function attachable(other: Resource, row: ResourceRow): ChoiceSource {
  const parent = other.mounts.find((mount) => mount.parent !== undefined && row[mount.parent] != null)?.parent
  const path = other.mounts.find((mount) => mount.parent === parent)?.path ?? other.mounts[0].path
  return {
    resource: other,
    by: 'id',
    ...(parent === undefined ? {} : { mount: { path, parentId: String(row[parent]) } }),
  }
}

function callsOf(resource: Resource, name: string): RelationCalls {
  const calls = resource.calls.relations[resource.mounts[0].path]?.[name]
  if (!calls) throw new TypeError(`${resource.name} has no relation ${name}`)
  return calls
}

function useRelation(resource: Resource, name: string, id: string) {
  const client = useQueryClient()
  const calls = callsOf(resource, name)
  const other = resource.traits.relations?.[name]?.to
  const query = useInfiniteQuery({
    queryKey: relatedKey(resource, name, id),
    initialPageParam: FIRST_POSITION,
    queryFn: ({ pageParam, signal }) =>
      callApi(calls.related, { params: { id }, query: behind(pageParam) }, { signal }),
    getNextPageParam: nextPosition,
  })
  const change = async (verb: 'attach' | 'detach', otherId: string): Promise<void> => {
    await callApi(calls[verb], { params: { id }, body: { ids: [otherId] } })
    // Rows on both sides may name or count the other.
    await renew(client, resource)
    if (other) await renew(client, declared(other))
  }
  return { query, change }
}
